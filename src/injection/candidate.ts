import { MINER, type Pattern } from '../domain/pattern.ts'
import { PERSON, placesOf, ruleOf } from '../domain/pattern-pull.ts'
import { EVERYONE } from '../domain/pattern-scope.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { type Choice, isProven, limitBlock } from '../engine/belief/selection.ts'
import { type InjectablePattern, type Wording, wordingOf } from '../engine/laws/role-block.ts'
import { isPlainName } from '../engine/secrets/placeholder.ts'
import { redact } from '../engine/secrets/redact.ts'
import type { Worth } from '../engine/standing/axes.ts'
import type { FeedbackCounts } from '../engine/standing/maturity.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { sourceOf } from '../engine/text/block-room.ts'
import { sanitize } from '../engine/text/sanitize.ts'
import { countTokens, lineCost } from '../engine/text/tokens.ts'
import { oneLine } from '../engine/text/visible-text.ts'

/** The score of a pattern for the work at hand, its parts, and how far the pattern may be trusted. */
export interface Weight extends Pick<Worth, 'score' | 'maturity'> {
  readonly parts: { readonly [part: string]: number }
  /** Under the bayes profile: its value, and the criteria for choosing it. */
  readonly belief?: BelievedWorth
}

export interface BelievedWorth extends Omit<Choice, 'id'> {
  /** Half of the runs go without it. */
  readonly isOpen?: true | undefined
  /** The probability that it helps; for a warning, that the pattern behind it harms. */
  readonly probability: number
}

/** A pattern that may be shown: its value for the work at hand, and its line. */
export interface Candidate {
  readonly id: string
  readonly standing: Weight
  readonly category: PatternRecord['pattern']['category']
  readonly polarity: PatternRecord['pattern']['polarity']
  readonly feedback: FeedbackCounts
  readonly line: InjectablePattern
  /** Its line on a surface that has a form of its own. */
  readonly shownAs?: string
  /** Its `countTokens`, if already counted. */
  readonly tokens?: number
  /** Lessons that are near it, if no person said that they are apart: a block shows one of them. */
  readonly near?: readonly string[]
  /** Why that surface leaves it out, although its score is high enough. */
  readonly leftOut?: 'flag'
  /** A person made it a rule: who and when, and its line with the `countTokens` of that. */
  readonly rule?: { readonly by: string; readonly at: number; readonly line: string; readonly tokens: number }
}

/** The tokens of its line on such a surface. */
export function shownCost({ shownAs = '', tokens = countTokens(shownAs) }: Candidate): number {
  return lineCost(tokens)
}

/** Whether it is worth showing at all. */
export function isWorthShowing({ standing, rule }: Candidate, minScore: number): boolean {
  if (rule !== undefined) return true
  return standing.belief === undefined ? standing.score >= minScore : standing.belief.value > 0
}

/** Whether an agent recorded it and nothing has proven it yet: it takes attention on trust. */
export function isOnTrust({ standing: { belief }, rule, line }: Candidate, policy: BayesPolicy): boolean {
  return rule === undefined && belief !== undefined && line.role !== MINER && !isProven(belief, policy)
}

/** Whether it is worth its line after so many of its kind in the same session, each of which raises the price as one in the same block does. Of value 0.043, not after 5 others. */
export function isWorthItsLine(one: Candidate, before: number, policy: BayesPolicy): boolean {
  return !isOnTrust(one, policy) || one.standing.belief!.value > policy.linePrice * before
}

/** Which candidates may share one block. Candidates without a belief are not limited. */
export function blockLimitsOf(candidates: readonly Candidate[], budgetTokens: number, policy: BayesPolicy) {
  const choices: Choice[] = []
  for (const { id, standing, line, leftOut, rule, near } of candidates) {
    const { belief } = standing
    if (belief === undefined || leftOut !== undefined || rule !== undefined) continue
    choices.push({ ...belief, id, source: line.source ?? id, near })
  }
  return limitBlock(choices, budgetTokens, policy)
}

/** `label` gives its standing; without one, the line has the track record of the classic profile. */
export function candidateOf(id: string, record: PatternRecord, standing: Weight, label?: string): Candidate {
  const { evidence } = record
  const line = { ...candidateLine(id, record, standing.belief?.probability ?? standing.score), label }
  const { category, polarity } = record.pattern
  const feedback = { helpful: evidence.helpfulCount, harmful: evidence.harmfulCount }
  const near = record.pattern.near?.flatMap((one) => (one.isApart ? [] : one.with))
  return { id, standing, category, polarity, feedback, line, rule: ruleIn(record), near }
}

/** A rule as a line: the person's words, with the files that it is for. */
function ruleIn(record: PatternRecord): Candidate['rule'] {
  const made = ruleOf(record.pattern)
  if (made === undefined) return undefined
  const places = placesOf(record.pattern).join(', ')
  const place = places === '' ? '' : ` (in ${oneLine(quotable(places))})`
  const line = `- ${oneLine(quoted(record).text)}${place}`
  return { by: quotable(made.by), at: made.at, line, tokens: countTokens(line) }
}

/** Rules first, the latest before the others: if not all fit, a person's last words stay. */
export function byRule({ record: { pattern: a } }: Recorded, { record: { pattern: b } }: Recorded): number {
  const [madeA, madeB] = [ruleOf(a)?.at ?? -1, ruleOf(b)?.at ?? -1]
  return madeB - madeA || (madeA === -1 ? 0 : a.id < b.id ? -1 : 1)
}

interface Recorded {
  readonly record: PatternRecord
}

/** A pattern as a line of a block: its text and its record. */
export function candidateLine(id: string, record: PatternRecord, score: number): InjectablePattern {
  const { evidence } = record
  const { text, role, wording } = quoted(record)
  const successes = Math.floor(evidence.successes)
  const source = sourceOf(record.pattern)
  return { id, source, text, role, wording, score, successes, ignoreCount: evidence.ignoreCount }
}

/** The text of a pattern, made safe for a prompt. */
export interface Quoted {
  readonly text: string
  readonly role: string
  /** Missing if only lines of another form are made from it. */
  readonly wording?: Wording
}

/** Cached as long as the record, which never changes: cleaning costs more than weighing. */
const QUOTED = new WeakMap<PatternRecord, Quoted>()

export function quoted(record: PatternRecord): Quoted {
  const known = QUOTED.get(record)
  if (known !== undefined) return known
  const whole = quotable(record.pattern.text)
  // A person's rule is shown in full.
  const text = ruleOf(record.pattern) === undefined ? beginningOf(whole) : whole
  const role = quotable(record.pattern.role)
  const made = { text, role, wording: wordingOf({ text, role }) }
  QUOTED.set(record, made)
  return made
}

const LONGEST_SHOWN = 240

/** A long lesson is shown by its beginning, so that it does not take the room of five: up to the end of a sentence if one ends in its second half, else of a word. */
function beginningOf(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text
  const start = text.slice(0, LONGEST_SHOWN)
  const sentence = start.search(/[.!?](?=\s[^.!?]*$)/) + 1
  const end = sentence >= LONGEST_SHOWN / 2 ? sentence : start.search(/\s\S*$/)
  return `${start.slice(0, end > 0 ? end : LONGEST_SHOWN).trimEnd()} …`
}

/** Takes over the quoted form that was precomputed with the record. */
export function takeQuoted(record: PatternRecord, known: Quoted): void {
  QUOTED.set(record, known)
}

/** Redacted and sanitised again on output, whatever was done on input: in a prompt it is quoted data. */
export function quotable(text: string): string {
  return isPlainName(text) ? text : sanitize(redact(text).text).text
}

type Weighed = Pick<Candidate, 'id' | 'standing'>

/** Best first; ties by id, so that the order is the same on every machine. */
export function byScore(a: Weighed, b: Weighed): number {
  return b.standing.score - a.standing.score || (a.id < b.id ? -1 : 1)
}

/** Returns a test whether a lesson is the first of its wording and contradicts no earlier one. */
export function unsaid(): (record: PatternRecord) => boolean {
  const said = new Set<string>()
  return ({ pattern }) => {
    if (contradicts(pattern, said) || said.has(pattern.textHash)) return false
    said.add(pattern.textHash).add(pattern.id)
    return true
  }
}

/** Whether a pattern contradicts one of some others. Nobody is shown both sides of a conflict; a person or newer runs decide between them. */
export function contradicts({ conflicts }: Pattern, others: ReadonlySet<string>): boolean {
  return conflicts?.some((one) => others.has(one.with)) === true
}

/** Whether a role may be shown a pattern: its own, one that names the role or everyone, or another role's if it is a rule or was reinforced. */
export function isEligible({ pattern, evidence }: PatternRecord, role: string): boolean {
  // The cheapest tests come first, because this runs for hundreds of patterns.
  return (
    ((pattern.strength === 'rule' || evidence.reinforcements >= 1) && pattern.role !== PERSON) ||
    isSameAgent(pattern.role, role) ||
    pattern.appliesTo.some((name) => name === EVERYONE || isSameAgent(name, role))
  )
}

/** Whether an agent may be shown a pattern without a request: one that names the agent or everyone. One that names nobody is for its own role, and for all if it is a rule or was reinforced. */
export function isForAgent(record: PatternRecord, agent: string | undefined): boolean {
  const { appliesTo } = record.pattern
  if (appliesTo.length === 0) return isEligible(record, agent ?? EVERYONE)
  return appliesTo.some((name) => name === EVERYONE || (agent !== undefined && isSameAgent(name, agent)))
}

/** `code:plan-writer` and `plan-writer` are the same; `code:plan-writer` and `docs:plan-writer` are two. */
function isSameAgent(a: string, b: string): boolean {
  if (a === b) return true
  const one = a.toLowerCase()
  const other = b.toLowerCase()
  return one === other || shortName(one) === other || one === shortName(other)
}

/** `code:plan-writer` -> plan-writer. */
export function shortName(agent: string): string {
  return agent.slice(agent.lastIndexOf(':') + 1)
}
