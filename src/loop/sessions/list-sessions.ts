import type { Provenance } from '../../domain/event.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import { traitsOf, typesThat } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import type { RunOutcome } from '../../domain/run.ts'
import { RUN } from '../../projection/documents/documents.ts'
import { SESSION, type SessionRecord } from '../../projection/fold-sessions.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf, withTotal } from '../facts/cached-lists.ts'
import { eachEvent, known } from '../facts/facts-about.ts'
import { allNamed, onlyOne } from '../facts/find-named.ts'
import { runStream } from '../journal/append-facts.ts'

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
    const found = page.map(({ body }) => body).filter((record) => client === undefined || record.client === client)
    views.push(...(await withRuns(context, found.slice(0, limit - views.length))))
    if (page.length < PAGE) break
  }
  return withTotal(views, client === undefined ? await context.journal.count(SESSION) : undefined)
}

async function withRuns(context: LoopContext, records: readonly SessionRecord[]): Promise<SessionView[]> {
  const ids = records.map(({ run }) => run)
  const runs = await bodiesOf(context.journal, RUN, ids)
  return records.map((record) => {
    const { outcome, tiers = {} } = runs.get(record.run)?.run ?? {}
    const seen = { result: outcome?.result ?? ('open' as const), observedBy: outcome?.observedBy ?? 'none' }
    return { ...record, ...seen, shown: Object.keys(tiers).length }
  })
}

/** The session's facts, and Mettle's own on it. */
const TYPES = [...typesThat('in-transcripts'), ...typesThat('settles-session')]

/** The provenance of session facts, the same for hooks and transcripts; Mettle's own by default. */
export function saidBy(type: EventType): Provenance {
  return { source: traitsOf(type).saidBy ?? 'mettle', trust: 'internal' }
}

/** Everything on record of a session, oldest first. */
export async function factsOfSession(context: LoopContext, run: string): Promise<KnownEvent[]> {
  const facts: KnownEvent[] = []
  const where = { stream: runStream(run), types: TYPES }
  for await (const event of eachEvent(context.journal, where)) facts.push(...known([event]))
  return facts
}

/** A session by its id or an unambiguous prefix. */
export async function sessionRecord(context: LoopContext, run: string): Promise<SessionRecord> {
  const isShort = run.length < SHORTEST_PREFIX
  const exact = isShort ? await context.journal.documents([{ kind: SESSION, id: run }]) : undefined
  return onlyOne(exact ?? (await allNamed(context, SESSION, run)), run, 'session').body
}

/** Shorter ids must match exactly: one session's name may be the prefix of another's. */
const SHORTEST_PREFIX = 4
