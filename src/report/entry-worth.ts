import type { PayloadOf } from '../domain/events/catalogue.ts'
import { DAY_MS } from '../domain/numbers.ts'
import type { Axes } from '../engine/standing/axes.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

/** A smaller cost disappears when a score is rounded for display. */
const LEAST_COST = 0.005

/** The score that a pattern has lost to decay. */
export interface DecayCost {
  readonly pattern: string
  readonly role: string
  readonly text: string
  readonly daysSinceUse: number
  readonly score: number
  /** Its score if it were used today. */
  readonly fresh: number
  readonly cost: number
}

/** The patterns whose decay costs them most: `cost = fresh - score`, with `fresh` the score at a decay of 1. A rule of score 1.3 that was used 14 days ago has 0.4782, and lost 0.8218. */
export function decayCosts(
  patterns: readonly { readonly pattern: PatternRecord['pattern']; readonly axes?: Axes }[],
  now: number,
  most: number,
): DecayCost[] {
  return patterns
    .map(({ pattern, axes }) => {
      const { score, parts } = axes!
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

type Receipt = PayloadOf<'pattern-injected'>
type Entry = Receipt['displaced' | 'withheld' | 'items'][number]

/** The worth of a receipt entry for the work: its score, or under the bayes profile its value. The receipt stores the value only of what was shown; for other entries it is recovered from the ranking score, `value / sqrt(tokens)`. */
export function entryWorth(entry: Entry, profile: Receipt['profile']): number {
  if (profile !== 'bayes') return entry.score
  const known = 'parts' in entry ? entry.parts.value : undefined
  return known ?? entry.score * Math.sqrt(Math.max(1, entry.tokens))
}
