import type { Confidence } from '../../domain/values/gate.ts'
import type { Flag } from '../../domain/values/pattern.ts'
import { roundScore, roundTo } from '../laws/rounding.ts'
import { type Application, NO_USE, tallied, type UsageTally } from './usage-tally.ts'

export type { Application }

export interface SuccessRate {
  readonly rate: number
  readonly rounded: number
  readonly confidence: Confidence
  readonly flag: Flag
  /** All rows, those merely shown included. */
  readonly total: number
  /** Rows that say the pattern was applied. */
  readonly applied: number
  /** False while it was never applied; the rate then says nothing. */
  readonly known: boolean
  readonly mode: 'simple' | 'goal'
}

export const SUCCESS_RATE = {
  highFrom: 0.7,
  mediumFrom: 0.4,
  reviewBelow: 0.4,
  pruneAboveApplications: 20,
  staleIterations: 10,
  missedGoalShare: 0.5,
  unknownRelevance: 0.5,
}

/**
 * How often a pattern, once shown, was used and held: `sum of credits / rows`.
 *
 * A row merely shown, not verified, or followed by a failed build earns 0. Else 1, except where goals are evaluated
 * and the goal was missed: relevance x 0.5. Applied and verified, applied and unverified, shown: 1 / 3 = 0.33.
 * Goal met, goal missed at relevance 0.8: (1 + 0.4) / 2 = 0.7. Labels are read off the rate before its two decimals.
 */
export function successRate(
  rows: readonly Application[],
  latestIteration?: number,
  policy = SUCCESS_RATE,
): SuccessRate {
  const tally = rows.reduce((sum, row) => tallied(sum, row), NO_USE)
  return rateOf(tally, latestIteration, policy)
}

/** The same from a tally that was kept row by row. */
export function rateOf(tally: UsageTally, latestIteration?: number, policy = SUCCESS_RATE): SuccessRate {
  const { rows: total, applied } = tally
  const rate = total === 0 ? 0 : Math.min(1, Math.max(0, creditsOf(tally, policy) / total))
  const stale = isStale(tally, latestIteration ?? tally.newest, policy)
  return {
    rate,
    rounded: roundTo(rate, 2),
    confidence: confidenceOf(rate, policy),
    flag: applied === 0 ? 'UNTESTED' : flagOf({ rate, total, stale }, policy),
    total,
    applied,
    known: applied > 0,
    mode: tally.goalRows > 0 ? 'goal' : 'simple',
  }
}

/**
 * Flagged PRUNE, and not for want of use: of the times that it was applied, so few held as well. The rate alone also falls when a pattern is
 * shown often and seldom needed, which is no harm.
 * Shown 25 times and applied 5 times, always well: rate 0.2, PRUNE, and still not failing. Of 25 applications 5 held: failing.
 */
export function failsWhenApplied(
  { flag, rate, total, applied }: SuccessRate,
  policy = SUCCESS_RATE,
): boolean {
  return flag === 'PRUNE' && roundScore((rate * total) / applied) < policy.reviewBelow
}

function creditsOf(
  { held, missedRelevance, missedUnknown }: UsageTally,
  policy: typeof SUCCESS_RATE,
): number {
  return held + (missedRelevance + missedUnknown * policy.unknownRelevance) * policy.missedGoalShare
}

export function confidenceOf(rate: number, policy = SUCCESS_RATE): Confidence {
  const figure = roundScore(rate)
  if (figure >= policy.highFrom) return 'high'
  return figure >= policy.mediumFrom ? 'medium' : 'low'
}

/** The first that applies: PRUNE, STALE, REVIEW. */
function flagOf(
  found: { rate: number; total: number; stale: boolean },
  policy: typeof SUCCESS_RATE,
): Exclude<Flag, 'UNTESTED'> {
  const poor = roundScore(found.rate) < policy.reviewBelow
  if (poor && found.total > policy.pruneAboveApplications) return 'PRUNE'
  if (found.stale) return 'STALE'
  return poor ? 'REVIEW' : ''
}

/** No application in the last 10 iterations; being shown is no use. */
function isStale(
  { lastApplied }: UsageTally,
  latest: number | undefined,
  policy: typeof SUCCESS_RATE,
): boolean {
  if (lastApplied === undefined || latest === undefined) return false
  return latest - lastApplied >= policy.staleIterations
}
