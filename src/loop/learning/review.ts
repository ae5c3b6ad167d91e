import { checkedBy } from '../../capture/session/hypotheses.ts'
import { DAY_MS } from '../../domain/numbers.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { ruleOf } from '../../domain/pattern-pull.ts'
import { UNCONFIRMED } from '../../domain/pattern-sighting.ts'
import { inputError } from '../../domain/user-error.ts'
import { PATTERN, SHOWABLE } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { ALL } from '../facts/cached-lists.ts'
import { factsAbout } from '../facts/facts-about.ts'
import { deprecatePattern } from '../patterns/decide-pattern.ts'
import { relationBetween } from '../patterns/join-pattern.ts'
import { showPattern, toldWith } from '../patterns/patterns.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { acceptFoundInput } from '../verbs/patterns.ts'
import { type Rule, stateRule } from './person-rules.ts'

/** After this many days, an unconfirmed lesson is no longer listed. */
const EXPIRES_DAYS = 30

/** A lesson that code found in a session and that waits for a person. */
export interface FoundPattern {
  readonly pattern: string
  readonly text: string
  readonly foundAt: number
  /** When it stops being listed for review. */
  readonly expiresAt: number
  readonly sessions: number
  /** What was said or done, as recorded. */
  readonly whatHappened: readonly string[]
}

/** Unconfirmed lessons found by code alone, the latest first. A lesson from an old session that was just read counts as new. */
export async function listFound(context: LoopContext): Promise<FoundPattern[]> {
  const documents = await context.journal.list(PATTERN, { states: ['hidden'], limit: ALL })
  const held = documents.map(({ body }) => body.pattern).filter(isOpen)
  const states = held.length === 0 ? [] : [...SHOWABLE]
  const shown = await context.journal.list(PATTERN, { states, limit: ALL })
  const known = new Set(shown.flatMap(({ body }) => checkedBy(body.pattern.text) ?? []))
  const rules = shown.map(({ body }) => body.pattern).filter((one) => ruleOf(one) !== undefined)
  // A lesson already shown in other words needs no answer.
  const isKnown = (one: Pattern) =>
    known.has(checkedBy(one.text) ?? '') ||
    rules.some((rule) => relationBetween(context, one, rule).relation === 'same')
  const open = held.filter((one) => !isKnown(one))
  const found: FoundPattern[] = []
  for (const { id, text, firstSeenAt, contexts } of open.sort((a, b) => b.lastSeenAt - a.lastSeenAt)) {
    const sightings = await factsAbout(context, `pattern/${id}`, 'pattern-sighted')
    const lastHeardAt = Math.max(...sightings.map(({ recordedAt }) => recordedAt))
    const expiresAt = lastHeardAt + EXPIRES_DAYS * DAY_MS
    if (expiresAt <= context.now()) continue
    const learnings = sightings.flatMap(({ payload }) => payload.learning ?? [])
    const whatHappened = await toldWith(context.journal, learnings)
    found.push({ pattern: id, text, foundAt: firstSeenAt, expiresAt, sessions: contexts.length, whatHappened })
  }
  return found
}

function isOpen({ held, quarantined, decisions, mergedInto }: Pattern): boolean {
  if (held !== UNCONFIRMED || !quarantined || mergedInto !== undefined) return false
  return decisions.lifecycle === undefined
}

export type AcceptRequest = Fields<typeof acceptFoundInput> & By

/** Turns a found lesson into a rule, in its own words or those of the accepting person; it is not listed again. */
export async function acceptFound(context: LoopContext, { pattern: asked, text, by }: AcceptRequest): Promise<Rule> {
  const { pattern } = await showPattern(context, asked)
  if (!isOpen(pattern))
    throw inputError(`'${pattern.id}' is not waiting for a decision.`, 'mettle review lists those that are.')
  const { rule } = await stateRule(context, { text: text ?? pattern.text, by, tellTale: pattern.tellTale })
  const after = (await showPattern(context, pattern.id)).pattern
  if (isOpen(after))
    await deprecatePattern(context, { pattern: pattern.id, by, reason: `accepted as the rule ${rule.id}` })
  return rule
}
