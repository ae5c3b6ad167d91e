import { roundScore, roundTo } from '../../domain/numbers.ts'
import type { Confidence } from '../../domain/values/gate.ts'
import type { Flag } from '../../domain/values/pattern.ts'

/** One time that a pattern was shown to an agent, and the result: by run, iteration and pattern. */
export interface Application {
  readonly status: 'applied' | 'injected'
  /** False if its citation did not hold. */
  readonly verified?: boolean | undefined
  /** Whether the run met its goal; absent if none was evaluated. */
  readonly goalSuccess?: boolean | undefined
  /** The relevance of the pattern to the change, 0 to 1. */
  readonly relevance?: number | undefined
  readonly buildFailed?: boolean | undefined
  readonly iteration?: number | undefined
}

/** A fixed-size summary of a pattern's applications: everything that the success rate needs. */
export interface UsageTally {
  readonly rows: number
  readonly applied: number
  /** Applications with a credit of 1. */
  readonly held: number
  /** Applications that held while the goal was missed: the sum of their relevance, and how many have none. */
  readonly missedRelevance: number
  readonly missedUnknown: number
  readonly goalRows: number
  readonly newest?: number
  readonly lastApplied?: number
}

export const NO_USE: UsageTally = { rows: 0, applied: 0, held: 0, missedRelevance: 0, missedUnknown: 0, goalRows: 0 }

/** Adds an application, or with -1 removes it to replace it. The newest iterations stay the same: a replacement has the same iteration, and an applied pattern never becomes unapplied. */
export function withApplication(tally: UsageTally, row: Application, sign: 1 | -1 = 1): UsageTally {
  const isApplied = row.status === 'applied'
  const holds = isApplied && row.verified !== false && row.buildFailed !== true
  const misses = holds && row.goalSuccess === false
  const newest = later(tally.newest, row.iteration)
  const lastApplied = isApplied ? later(tally.lastApplied, row.iteration) : tally.lastApplied
  return {
    rows: tally.rows + sign,
    applied: tally.applied + (isApplied ? sign : 0),
    held: tally.held + (holds && !misses ? sign : 0),
    missedRelevance: roundTo(tally.missedRelevance + (misses ? sign * (row.relevance ?? 0) : 0), 9),
    missedUnknown: tally.missedUnknown + (misses && row.relevance === undefined ? sign : 0),
    goalRows: tally.goalRows + (row.goalSuccess === undefined ? 0 : sign),
    newest,
    lastApplied,
  }
}

function later(known: number | undefined, other: number | undefined): number | undefined {
  if (known === undefined || other === undefined) return known ?? other
  return Math.max(known, other)
}

export interface SuccessRate {
  readonly rate: number
  readonly rounded: number
  readonly confidence: Confidence
  readonly flag: Flag
  /** All rows, including those that were only shown. */
  readonly total: number
  /** Rows in which the pattern was applied. */
  readonly applied: number
  /** False while it was never applied; the rate then means nothing. */
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
export function successRate(rows: readonly Application[], latestIteration?: number, policy = SUCCESS_RATE) {
  const tally = rows.reduce((sum, row) => withApplication(sum, row), NO_USE)
  return rateOf(tally, latestIteration, policy)
}

/** The same from a tally. */
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

/** Flagged PRUNE because it fails when applied, not because it is rarely used. The rate alone also falls if a pattern is shown often and seldom needed, which does no harm. Shown 25 times and applied 5 times, always well: rate 0.2, PRUNE, and still not failing. Of 25 applications 5 held: failing. */
export function failsWhenApplied({ flag, rate, total, applied }: SuccessRate, policy = SUCCESS_RATE) {
  return flag === 'PRUNE' && roundScore((rate * total) / applied) < policy.reviewBelow
}

function creditsOf({ held, missedRelevance, missedUnknown }: UsageTally, policy: typeof SUCCESS_RATE) {
  return held + (missedRelevance + missedUnknown * policy.unknownRelevance) * policy.missedGoalShare
}

export function confidenceOf(rate: number, policy = SUCCESS_RATE): Confidence {
  const figure = roundScore(rate)
  if (figure >= policy.highFrom) return 'high'
  return figure >= policy.mediumFrom ? 'medium' : 'low'
}

/** The first that applies: PRUNE, STALE, REVIEW. */
function flagOf(found: { rate: number; total: number; stale: boolean }, policy: typeof SUCCESS_RATE) {
  const poor = roundScore(found.rate) < policy.reviewBelow
  if (poor && found.total > policy.pruneAboveApplications) return 'PRUNE'
  if (found.stale) return 'STALE'
  return poor ? 'REVIEW' : ''
}

/** No application in the last 10 iterations; being shown does not count as use. */
function isStale({ lastApplied }: UsageTally, latest: number | undefined, policy: typeof SUCCESS_RATE) {
  if (lastApplied === undefined || latest === undefined) return false
  return latest - lastApplied >= policy.staleIterations
}

export interface TrackRecord {
  readonly score: number
  readonly successes: number
  readonly ignoreCount: number
}

/**
 * The track record of a pattern, in the words of an injected line.
 *
 * More successes than ignores: `5x validated`. Otherwise, with ignores: `-2 net, 3x ignored` (1 success, 3 ignores).
 * Neither yet: `score:0.42`.
 */
export function trackRecord({ score, successes, ignoreCount }: TrackRecord): string {
  if (successes > ignoreCount) return `${successes}x validated`
  if (ignoreCount > 0) return `-${ignoreCount - successes} net, ${ignoreCount}x ignored`
  return `score:${score.toFixed(2)}`
}
