import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { Standing } from '../engine/standing/standing.ts'

const DAY_MS = 86_400_000
/** What is less than this is gone when a score is rounded for reading. */
const LEAST_COST = 0.005

/** What the passing of time takes from a pattern. */
export interface DecayCost {
  readonly pattern: string
  readonly role: string
  readonly text: string
  readonly daysSinceUse: number
  readonly score: number
  /** What it would score if it were used today. */
  readonly fresh: number
  readonly cost: number
}

/**
 * The patterns whose decay costs them most: `cost = fresh - score`, with `fresh` the score at a decay of 1.
 * A rule of score 1.3 that was used 14 days ago has 0.4782, and lost 0.8218.
 */
export function decayCosts(
  patterns: readonly (PatternRecord & { readonly standing: Standing })[],
  now: number,
  most: number,
): DecayCost[] {
  return patterns
    .map(({ pattern, standing: { score, parts } }) => {
      const { successRate, categoryWeight, multiplier, freshness = 1, boost } = parts
      const fresh = successRate * categoryWeight * multiplier * freshness + boost
      return {
        pattern: pattern.id,
        role: pattern.role,
        text: pattern.text,
        daysSinceUse: Math.max(0, now - pattern.lastUsedAt) / DAY_MS,
        score,
        fresh,
        cost: fresh - score,
      }
    })
    .filter(({ cost }) => cost >= LEAST_COST)
    .sort((a, b) => b.cost - a.cost || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, most)
}
