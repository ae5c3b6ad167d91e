import type { Pattern } from '../domain/pattern.ts'
import type { Credit } from './credit.ts'
import { addDecaying, type DecayingSum, EMPTY_SUM, sumAt } from './decay.ts'
import { type Maturity, nextMaturity } from './maturity-grade.ts'
import type { Policy } from './policy.ts'

/** What runs, validators and people said about a pattern. Each counter is read by its own law, and by no other. */
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
  readonly lastHelpfulAt?: number
  /** The state that feedback has led to; absent while there is none. */
  readonly maturity?: Maturity
}

/** All that is kept of a pattern: the facts about it, and the evidence for it. Its size does not grow with its history. */
export interface PatternRecord {
  readonly pattern: Pattern
  readonly evidence: Evidence
}

export const NO_EVIDENCE: Evidence = {
  successes: 0,
  reinforcements: 0,
  ignoreCount: 0,
  ignoreWeight: 0,
  regressions: 0,
  wasValidated: false,
  citedRuns: 0,
  appliedRuns: 0,
  helpful: EMPTY_SUM,
  harmful: EMPTY_SUM,
  helpfulCount: 0,
  harmfulCount: 0,
}

/** A pattern that a validator called a false positive loses ground by the weight of its role. */
export function ignored(evidence: Evidence, weight: number, regression: boolean): Evidence {
  return {
    ...evidence,
    ignoreCount: evidence.ignoreCount + 1,
    ignoreWeight: evidence.ignoreWeight + weight,
    regressions: evidence.regressions + (regression ? 1 : 0),
  }
}

/** A pattern that a validator's PASS held up. */
export function reinforced(evidence: Evidence): Evidence {
  return {
    ...evidence,
    successes: evidence.successes + 1,
    reinforcements: evidence.reinforcements + 1,
    wasValidated: true,
  }
}

/** Gives what a run is due to give; the parts may be negative when late truth takes something back. */
export function credited(evidence: Evidence, credit: Credit, at: number): Evidence {
  return {
    ...evidence,
    successes: evidence.successes + credit.successes,
    reinforcements: evidence.reinforcements + credit.reinforcements,
    ignoreWeight: evidence.ignoreWeight + credit.ignoreWeight,
    ignoreCount: evidence.ignoreCount + Math.sign(credit.ignoreWeight),
    wasValidated: evidence.wasValidated || credit.successes >= 1,
    ...(credit.helpful > 0 ? { lastHelpfulAt: Math.max(evidence.lastHelpfulAt ?? 0, at) } : {}),
  }
}

/** Adds feedback of some weight; the state follows from what is now there and from what it was. */
export function withFeedback(
  evidence: Evidence,
  feedback: { readonly helpful: number; readonly harmful: number; readonly at: number },
  policy: Policy,
): Evidence {
  const { helpful, harmful, at } = feedback
  if (helpful === 0 && harmful === 0) return evidence
  const { halfLifeDays } = policy.maturity
  const next = {
    ...evidence,
    helpful: helpful === 0 ? evidence.helpful : addDecaying(evidence.helpful, helpful, at, halfLifeDays),
    harmful: harmful === 0 ? evidence.harmful : addDecaying(evidence.harmful, harmful, at, halfLifeDays),
    helpfulCount: evidence.helpfulCount + Math.sign(helpful),
    harmfulCount: evidence.harmfulCount + Math.sign(harmful),
  }
  return {
    ...next,
    maturity: nextMaturity(evidence.maturity ?? 'candidate', massAt(next, at, policy), policy.maturity).state,
  }
}

/** Helpful and harmful feedback as of a time. */
export function massAt(
  evidence: Evidence,
  now: number,
  policy: Policy,
): { helpful: number; harmful: number } {
  const { halfLifeDays } = policy.maturity
  return {
    helpful: Math.max(0, sumAt(evidence.helpful, now, halfLifeDays)),
    harmful: Math.max(0, sumAt(evidence.harmful, now, halfLifeDays)),
  }
}
