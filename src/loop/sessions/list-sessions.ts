import type { RunOutcome } from '../../domain/run.ts'
import { RUN } from '../../projection/documents/documents.ts'
import { SESSION, type SessionRecord } from '../../projection/fold-sessions.ts'
import type { LoopContext } from '../context.ts'

export interface SessionFilter {
  readonly client?: string
  readonly limit?: number
}

/** A session in a list, with how its work ended and how much it was shown. */
export interface SessionView extends SessionRecord {
  readonly result: RunOutcome['result'] | 'open'
  readonly observedBy: RunOutcome['observedBy']
  readonly shown: number
}

const PAGE = 200

export async function listSessions(context: LoopContext, filter: SessionFilter = {}): Promise<SessionView[]> {
  const { client, limit = 20 } = filter
  const views: SessionView[] = []
  for (let offset = 0; views.length < limit; offset += PAGE) {
    const page = await context.journal.list(SESSION, { limit: PAGE, offset })
    const found = page
      .map(({ body }) => body)
      .filter((record) => client === undefined || record.client === client)
    views.push(...(await withRuns(context, found.slice(0, limit - views.length))))
    if (page.length < PAGE) break
  }
  return views
}

async function withRuns(context: LoopContext, records: readonly SessionRecord[]): Promise<SessionView[]> {
  const documents = await context.journal.documents(records.map(({ run }) => ({ kind: RUN, id: run })))
  const runs = new Map(documents.map(({ id, body }) => [id, body]))
  return records.map((record) => {
    const { outcome, tiers = {} } = runs.get(record.run)?.run ?? {}
    const seen = { result: outcome?.result ?? ('open' as const), observedBy: outcome?.observedBy ?? 'none' }
    return { ...record, ...seen, shown: Object.keys(tiers).length }
  })
}
