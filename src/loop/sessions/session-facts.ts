import type { JournalEvent, Provenance } from '../../domain/event.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import { traitsOf, typesThat } from '../../domain/events/traits.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import { SESSION, type SessionRecord } from '../../projection/fold-sessions.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'

const PAGE = 1_000
/** Facts of the session, and what Mettle itself recorded of it. */
const TYPES = [...typesThat('in-transcripts'), ...typesThat('settles-session')]

/** Who vouches for what happened in a session, whether a hook or a transcript reported it; where nobody is named, we ourselves. */
export function saidBy(type: EventType): Provenance {
  return { source: traitsOf(type).saidBy ?? 'mettle', trust: 'internal' }
}

/** Everything on record of a session, oldest first. */
export async function factsOfSession(context: LoopContext, run: string): Promise<KnownEvent[]> {
  const facts: KnownEvent[] = []
  for (let after = 0; ; ) {
    const page = await context.journal.read({ stream: runStream(run), types: TYPES, after, limit: PAGE })
    facts.push(...page.flatMap((fact) => (readEvent(fact) as JournalEvent<unknown> as KnownEvent) ?? []))
    if (page.length < PAGE) return facts
    after = page.at(-1)!.position
  }
}

/** A session by its id, or by as much of it as is unmistakable among the last two hundred. */
export async function sessionRecord({ journal }: LoopContext, run: string): Promise<SessionRecord> {
  const [document] = await journal.documents([{ kind: SESSION, id: run }])
  if (document !== undefined) return document.body
  const recent = run.length < SHORTEST_PREFIX ? [] : await journal.list(SESSION, { limit: RECENT })
  const found = recent.filter(({ id }) => id.startsWith(run))
  if (found.length === 1) return found[0]!.body
  throw new UserError(
    'not-found',
    found.length === 0 ? `There is no session '${run}'.` : `${found.length} sessions begin with '${run}'.`,
    'mettle session list shows those on record.',
  )
}

const SHORTEST_PREFIX = 4
const RECENT = 200
