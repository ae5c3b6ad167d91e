import { SESSION_FACTS } from '../../capture/session/session.ts'
import type { JournalEvent, Provenance } from '../../domain/event.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import { SESSION, type SessionRecord } from '../../projection/fold-sessions.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'

const PAGE = 1_000
/** Facts of the session, and what Mettle itself recorded of it. */
const TYPES = [
  ...SESSION_FACTS,
  'iteration-started',
  'pattern-acknowledged',
  'nothing-learned',
  'learning-captured',
] as const

const BY_TOOL: Provenance = { source: 'tool', trust: 'internal' }

/** Who vouches for what happened in a session, whether a hook or a transcript reported it. */
export const SAID_BY = {
  'prompt-given': { source: 'person', trust: 'internal' },
  'tool-used': BY_TOOL,
  'error-recorded': BY_TOOL,
  'turn-ended': { source: 'agent', trust: 'internal' },
} as const satisfies Record<string, Provenance>

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
  if (document !== undefined) return document.body as SessionRecord
  const recent = run.length < SHORTEST_PREFIX ? [] : await journal.list(SESSION, { limit: RECENT })
  const found = recent.filter(({ id }) => id.startsWith(run))
  if (found.length === 1) return found[0]!.body as SessionRecord
  throw new UserError(
    'not-found',
    found.length === 0 ? `There is no session '${run}'.` : `${found.length} sessions begin with '${run}'.`,
    'mettle session list shows those on record.',
  )
}

const SHORTEST_PREFIX = 4
const RECENT = 200
