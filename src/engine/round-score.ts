const SCALE = 1e10

/**
 * A score to 10 decimals, so that it compares as the decimals it stands for.
 *
 * A threshold is written in decimals, but `0.1 + 0.2` is 0.30000000000000004: above 0.3 by nobody's intention.
 */
export function roundScore(score: number): number {
  return Math.round(score * SCALE) / SCALE
}
