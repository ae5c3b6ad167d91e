import { DAY_MS } from '../../domain/numbers.ts'

/**
 * A value after some time: `value x 2^(-age / halfLife)`.
 *
 * An age below zero (a clock that ran ahead) counts as zero. The half-life must be positive; callers check that.
 * 1 after 90 days at a half-life of 90 days: 0.5. After 45 days: 0.7071.
 */
export function decay(value: number, ageMs: number, halfLifeDays: number): number {
  const ageDays = Math.max(0, ageMs) / DAY_MS
  return value * 2 ** (-ageDays / halfLifeDays)
}

/**
 * The half-life at a given confidence: `halfLife x (0.5 + confidence)`. Higher confidence lasts longer.
 *
 * 90 days at confidence 0.7: 108. At 0: 45, at 1: 135.
 */
export function halfLifeOf(halfLifeDays: number, confidence: number): number {
  return halfLifeDays * (0.5 + confidence)
}

/** The freshness of a memory by its age. 7 days: hot. 30 days: warm. 31 days: cold. */
export function tierOf(ageMs: number): 'hot' | 'warm' | 'cold' {
  return ageMs <= 7 * DAY_MS ? 'hot' : ageMs <= 30 * DAY_MS ? 'warm' : 'cold'
}

/** A decaying sum as one pair of numbers: adding to it costs the same, however long its history is. */
export interface DecayingSum {
  readonly value: number
  readonly at: number
}

export const EMPTY_SUM: DecayingSum = { value: 0, at: 0 }

/**
 * `A(t2) = A(t1) x 2^(-(t2 - t1) / halfLife) + w x 2^(-(t2 - t) / halfLife)`, with t2 the newer of the two times.
 *
 * The result does not depend on the order in which events arrive.
 * 1 on day 0, then 1 on day 90 at a half-life of 90: 1.5 as of day 90.
 */
export function addDecaying(sum: DecayingSum, weight: number, at: number, halfLifeDays: number): DecayingSum {
  if (sum.value === 0) return { value: weight, at }
  const newest = Math.max(sum.at, at)
  const kept = decay(sum.value, newest - sum.at, halfLifeDays)
  return { value: kept + decay(weight, newest - at, halfLifeDays), at: newest }
}

/** The sum as of `now`. */
export function sumAt(sum: DecayingSum, now: number, halfLifeDays: number): number {
  return decay(sum.value, now - sum.at, halfLifeDays)
}
