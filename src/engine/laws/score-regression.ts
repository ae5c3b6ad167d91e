import { roundScore } from './numbers.ts'

export const SCORE_REGRESSION = {
  /** How many of the newest scores the mean is of. */
  window: 5,
  /** The share of the mean by which a score must fall short. */
  drop: 0.15,
}

export interface ScoreRegression {
  readonly regressed: boolean
  /** The mean of the last scores; absent before the first. */
  readonly mean?: number
  /** By which share the score falls short of it; negative when it is above. */
  readonly drop?: number
}

/**
 * Whether a score fell: `drop = (mean - score) / mean`, the mean being that of the last 5 before it; 0.15 or more is a
 * regression. Without a mean above 0 there is nothing to fall from.
 *
 * After 0.8, 0.8, 0.8, 0.8 and 0.8, a score of 0.68: drop 0.15, a regression. 0.69: drop 0.1375, none.
 */
export function scoreRegression(
  before: readonly number[],
  score: number,
  policy = SCORE_REGRESSION,
): ScoreRegression {
  const last = before.slice(-policy.window)
  if (last.length === 0) return { regressed: false }
  const mean = roundScore(last.reduce((sum, value) => sum + value, 0) / last.length)
  if (mean <= 0) return { regressed: false, mean }
  const drop = roundScore((mean - score) / mean)
  return { regressed: drop >= policy.drop, mean, drop }
}
