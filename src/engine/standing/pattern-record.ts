import type { Pattern } from '../../domain/pattern.ts'
import { withMembers } from '../../domain/sets.ts'
import type { Maturity } from '../../domain/values/pattern.ts'
import type { Policy } from '../laws/policy.ts'
import { type Credit, creditDue, type Voices } from './credit.ts'
import { addDecaying, type DecayingSum, EMPTY_SUM, sumAt } from './decay.ts'
import { feedbackHalfLife, nextMaturity } from './maturity.ts'

/** The evidence of runs, validators and people about a pattern. Each counter is read by its own law, and by no other. */
export interface Evidence {
  readonly successes: number
  readonly reinforcements: number
  readonly ignoreCount: number
  readonly ignoreWeight: number
  readonly regressions: number
  readonly wasValidated: boolean
  /** Runs in which the agent named it, and in which the change shows it. */
  readonly citedRuns: number
  readonly appliedRuns: number
  readonly helpful: DecayingSum
  readonly harmful: DecayingSum
  readonly helpfulCount: number
  readonly harmfulCount: number
  /** The state that feedback has led to; absent while there is none. */
  readonly maturity?: Maturity
}

/** Everything stored about a pattern: its facts and its evidence. Its size does not grow with its history. */
export interface PatternRecord {
  readonly pattern: Pattern
  readonly evidence: Evidence
  /** The recent votes on it, so that no voice counts too often. */
  readonly voices?: Voices
  /** The warning that it turned into at some time. */
  readonly warning?: string
  /** The warning is active, so this pattern itself is not shown. */
  readonly inverted?: true
}

export const NO_EVIDENCE: Evidence = {
  appliedRuns: 0,
  citedRuns: 0,
  harmful: EMPTY_SUM,
  harmfulCount: 0,
  helpful: EMPTY_SUM,
  helpfulCount: 0,
  ignoreCount: 0,
  ignoreWeight: 0,
  maturity: undefined,
  regressions: 0,
  reinforcements: 0,
  successes: 0,
  wasValidated: false,
}

/** The evidence after a validator called the pattern a false positive: it loses by the weight of its role. */
export function ignored(evidence: Evidence, weight: number, regression: boolean): Evidence {
  return {
    ...evidence,
    ignoreCount: evidence.ignoreCount + 1,
    ignoreWeight: evidence.ignoreWeight + weight,
    regressions: evidence.regressions + (regression ? 1 : 0),
  }
}

/** The evidence after a validator's PASS reinforced the pattern. */
export function reinforced(evidence: Evidence): Evidence {
  return {
    ...evidence,
    successes: evidence.successes + 1,
    reinforcements: evidence.reinforcements + 1,
    wasValidated: true,
  }
}

/** The credit that a run gives to a pattern; `at` is the time of its outcome, and so of its feedback. */
export interface Given {
  readonly credit: Credit
  readonly at: number
}

/** Replaces the earlier credit of a run with its current one. A run counts once, however often it is graded: from named to applied, one helpful feedback of 0.25 becomes one of 1. */
export function regraded(
  evidence: Evidence,
  { before, after }: { readonly before: Given; readonly after: Given },
  policy: Policy,
): Evidence {
  const more = creditDue(after.credit, before.credit)
  const successes = evidence.successes + more.successes
  const ignores = Math.sign(after.credit.ignoreWeight) - Math.sign(before.credit.ignoreWeight)
  const next = withMembers(evidence, {
    successes,
    reinforcements: evidence.reinforcements + more.reinforcements,
    ignoreWeight: evidence.ignoreWeight + more.ignoreWeight,
    ignoreCount: evidence.ignoreCount + ignores,
    wasValidated: successes >= 1,
  })
  return withFeedback(next, [feedbackOf(before, -1), feedbackOf(after, 1)], policy)
}

function feedbackOf({ credit, at }: Given, sign: 1 | -1): Feedback {
  return { helpful: sign * credit.helpful, harmful: sign * credit.harmful, at }
}

/** Weighted feedback; a negative weight takes back the feedback of that time. */
export interface Feedback {
  readonly helpful?: number
  readonly harmful?: number
  readonly at: number
}

/** Adds feedback and takes some back, as of the newest feedback, so that a late event is not weighed by another clock. With none left, the evidence is unknown. */
export function withFeedback(evidence: Evidence, changes: readonly Feedback[], policy: Policy): Evidence {
  const halfLifeDays = feedbackHalfLife(evidence.helpfulCount, evidence.harmfulCount, policy.maturity)
  const helpful = addAll(tallyOf(evidence.helpful, evidence.helpfulCount), changes, 'helpful', halfLifeDays)
  const harmful = addAll(tallyOf(evidence.harmful, evidence.harmfulCount), changes, 'harmful', halfLifeDays)
  if (helpful.sum === evidence.helpful && harmful.sum === evidence.harmful) return evidence
  const said = { helpful: helpful.sum, harmful: harmful.sum, helpfulCount: helpful.count, harmfulCount: harmful.count }
  const next = withMembers(evidence, said)
  if (helpful.count + harmful.count === 0) return Object.assign(next, { maturity: undefined })
  const mass = massAt(next, Math.max(helpful.sum.at, harmful.sum.at), policy)
  return Object.assign(next, { maturity: nextMaturity(next.maturity ?? 'candidate', mass, policy.maturity).state })
}

interface Tally {
  readonly sum: DecayingSum
  readonly count: number
}

function tallyOf(sum: DecayingSum, count: number): Tally {
  return { sum, count }
}

/** An empty tally is exactly empty: a rounding error must not look like feedback. */
function addAll(tally: Tally, changes: readonly Feedback[], kind: 'helpful' | 'harmful', halfLifeDays: number): Tally {
  let { sum, count } = tally
  for (const { at, [kind]: weight = 0 } of changes) {
    if (weight === 0) continue
    count += Math.sign(weight)
    sum = count === 0 ? EMPTY_SUM : addDecaying(sum, weight, at, halfLifeDays)
  }
  return { sum, count }
}

/** Helpful and harmful feedback as of a time. */
export function massAt(evidence: Evidence, now: number, policy: Policy) {
  const halfLifeDays = feedbackHalfLife(evidence.helpfulCount, evidence.harmfulCount, policy.maturity)
  return {
    helpful: Math.max(0, sumAt(evidence.helpful, now, halfLifeDays)),
    harmful: Math.max(0, sumAt(evidence.harmful, now, halfLifeDays)),
  }
}
