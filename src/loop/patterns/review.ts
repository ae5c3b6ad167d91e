import { DAY_MS } from '../../domain/durations.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { UNCONFIRMED } from '../../domain/pattern-sighting.ts'
import { inputError } from '../../domain/user-error.ts'
import { LEARNING, PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { factsAbout } from '../journal/facts-about.ts'
import { deprecatePattern } from './decide-pattern.ts'
import { showPattern } from './patterns.ts'
import { type Rule, stateRule } from './rules.ts'

/** What nobody confirmed for so long is no longer asked about. */
const EXPIRES_DAYS = 30
const MOST_HELD = 5_000

/** A lesson that code found in a session and that waits for a person. */
export interface FoundPattern {
  readonly pattern: string
  readonly text: string
  readonly foundAt: number
  /** From then on nobody is asked about it any more. */
  readonly expiresAt: number
  readonly sessions: number
  /** What was said or done, as it was recorded. */
  readonly whatHappened: readonly string[]
}

/** The lessons that code found alone and nobody has confirmed, the latest first. */
export async function listFound(context: LoopContext): Promise<FoundPattern[]> {
  const documents = await context.journal.list(PATTERN, { states: ['hidden'], limit: MOST_HELD })
  const open = documents.map(({ body }) => body.pattern).filter((pattern) => isOpen(pattern, context.now()))
  const found: FoundPattern[] = []
  for (const { id, text, firstSeenAt, lastSeenAt, contexts } of open.sort(
    (a, b) => b.lastSeenAt - a.lastSeenAt,
  ))
    found.push({
      ...{ pattern: id, text, foundAt: firstSeenAt, sessions: contexts.length },
      expiresAt: lastSeenAt + EXPIRES_DAYS * DAY_MS,
      whatHappened: await whatHappened(context, id),
    })
  return found
}

function isOpen({ held, quarantined, decisions, mergedInto, lastSeenAt }: Pattern, now: number): boolean {
  if (held !== UNCONFIRMED || !quarantined || mergedInto !== undefined) return false
  return decisions.lifecycle === undefined && lastSeenAt + EXPIRES_DAYS * DAY_MS > now
}

async function whatHappened(context: LoopContext, pattern: string): Promise<string[]> {
  const facts = await factsAbout(context, `pattern/${pattern}`)
  const ids = facts.flatMap((fact) => (fact.type === 'pattern-sighted' ? (fact.payload.learning ?? []) : []))
  const documents = await context.journal.documents([...new Set(ids)].map((id) => ({ kind: LEARNING, id })))
  return documents.flatMap(({ body }) => body.learning.whatHappened ?? [])
}

export interface AcceptRequest {
  readonly pattern: string
  /** Other words for it; left out, those that were found. */
  readonly text?: string
  readonly by: string
}

/** Makes a rule of what code found, in its words or in those of the person who accepts it; nobody is asked about it again. */
export async function acceptFound(
  context: LoopContext,
  { pattern: asked, text, by }: AcceptRequest,
): Promise<Rule> {
  const { pattern } = await showPattern(context, asked)
  if (!isOpen(pattern, context.now()))
    throw inputError(`'${pattern.id}' does not wait for a person.`, 'mettle review lists those that do.')
  const { rule } = await stateRule(context, { text: text ?? pattern.text, by })
  const after = (await showPattern(context, pattern.id)).pattern
  if (isOpen(after, context.now()))
    await deprecatePattern(context, { pattern: pattern.id, by, reason: `accepted as the rule ${rule.id}` })
  return rule
}
