import type { LoopContext } from '../context.ts'
import type { Exported, ExportRequest } from '../export-request.ts'
import type { ImportReport, ImportRequest } from '../import-request.ts'
import type { Keepers } from '../keepers.ts'
import type { OrganisationView } from '../organisation.ts'
import type { Pulled, PullRequest } from '../pull.ts'
import type { Pushed, PushRequest } from '../push.ts'

/** Between this journal, other systems and other projects. */
export interface ExchangeVerbs {
  /** Takes over what other systems left in files. */
  importFiles(request: ImportRequest): Promise<ImportReport>
  /** What the journal knows, in files that other systems read. */
  exportFiles(request: ExportRequest): Promise<Exported>
  /** Gives patterns to the organisation, with their own counts. */
  push(request: PushRequest): Promise<Pushed>
  /** Takes what other projects, and other clones of this one, gave to the organisation. */
  pull(request?: PullRequest): Promise<Pulled>
  /** What the organisation holds, and from whom. */
  organisation(): Promise<OrganisationView>
}

export function exchangeVerbs(context: LoopContext, { shared }: Keepers): ExchangeVerbs {
  return {
    importFiles: async (request) => (await import('../import-files.ts')).importFiles(context, request),
    exportFiles: async (request) => (await import('../export-files.ts')).exportFiles(context, request),
    push: async (request) => (await import('../push.ts')).push(context, await shared(), request),
    pull: async (request) => (await import('../pull.ts')).pull(context, await shared(), request),
    organisation: async () => (await import('../organisation.ts')).organisation(context, await shared()),
  }
}
