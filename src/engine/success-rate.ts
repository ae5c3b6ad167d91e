import { roundScore, roundTo } from './rounding.ts'

export interface Application {
  readonly status: 'applied' | 'injected'
  /** False when its citation did not hold. */
  readonly verified?: boolean | undefined
  /** Whether the run met its goal; absent when none was evaluated. */
  readonly goalSuccess?: boolean | undefined
  /** How much the pattern had to do with the change, 0 to 1. */
  readonly relevance?: number | undefined
  readonly buildFailed?: boolean | undefined
  readonly iteration?: number | undefined
}

export type Confidence = 'high' | 'medium' | 'low'
export type Flag = 'PRUNE' | 'STALE' | 'REVIEW' | 'UNTESTED' | ''

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
  const total = rows.length
  const applied = rows.filter((row) => row.status === 'applied')
  const credits = rows.reduce((sum, row) => sum + creditOf(row, policy), 0)
  const rate = total === 0 ? 0 : Math.min(1, Math.max(0, credits / total))
  const stale = isStale(applied, latestIteration ?? newestOf(rows), policy)
  return {
    rate,
    rounded: roundTo(rate, 2),
    confidence: confidenceOf(rate, policy),
    flag: applied.length === 0 ? 'UNTESTED' : flagOf({ rate, total, stale }, policy),
    total,
    applied: applied.length,
    known: applied.length > 0,
    mode: rows.some((row) => row.goalSuccess !== undefined) ? 'goal' : 'simple',
  }
}

function creditOf(row: Application, policy: typeof SUCCESS_RATE): number {
  if (row.status === 'injected' || row.verified === false || row.buildFailed === true) return 0
  if (row.goalSuccess !== false) return 1
  return (row.relevance ?? policy.unknownRelevance) * policy.missedGoalShare
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
function isStale(applied: readonly Application[], latest: number, policy: typeof SUCCESS_RATE): boolean {
  const last = newestOf(applied)
  return Number.isFinite(last) && latest - last >= policy.staleIterations
}

function newestOf(rows: readonly Application[]): number {
  return rows.reduce((newest, row) => Math.max(newest, row.iteration ?? newest), Number.NEGATIVE_INFINITY)
}
