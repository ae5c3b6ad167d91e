import type { LoopContext } from '../context.ts'
import type { Exported, ExportRequest } from '../exchange/export-request.ts'
import type { ImportReport, ImportRequest } from '../exchange/import-request.ts'
import type { OrganisationView } from '../exchange/organisation.ts'
import type { Pulled, PullRequest } from '../exchange/pull.ts'
import type { Pushed, PushRequest } from '../exchange/push.ts'
import type { Keepers } from '../journal/keepers.ts'

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
    importFiles: async (request) =>
      (await import('../exchange/import-files.ts')).importFiles(context, request),
    exportFiles: async (request) =>
      (await import('../exchange/export-files.ts')).exportFiles(context, request),
    push: async (request) => (await import('../exchange/push.ts')).push(context, await shared(), request),
    pull: async (request) => (await import('../exchange/pull.ts')).pull(context, await shared(), request),
    organisation: async () =>
      (await import('../exchange/organisation.ts')).organisation(context, await shared()),
  }
}
