import { DAY_MS } from '../domain/durations.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type Axes, STAGES, type Stage } from '../engine/standing/axes.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

/** How many patterns were in each stage at the end of a day (UTC); the last one is not over yet. */
export interface FlowDay {
  readonly from: number
  readonly stages: Readonly<Record<Stage, number>>
}

/** How many patterns went from one stage to another; without `from`, they were new. */
export interface FlowMove {
  readonly from?: Stage
  readonly to: Stage
  readonly count: number
}

export interface PatternFlow {
  readonly days: readonly FlowDay[]
  /** Those of these days, the most frequent first. */
  readonly moves: readonly FlowMove[]
}

/** The steps of one pattern, oldest first. */
export type Way = readonly { readonly at: number; readonly stage: Stage }[]

/** How patterns stood day by day over the last so many days, and how they moved meanwhile. */
export function patternFlow(ways: readonly Way[], now: number, days: number): PatternFlow {
  const first = (Math.floor(now / DAY_MS) - days + 1) * DAY_MS
  return {
    days: Array.from({ length: days }, (_, index) => dayOf(ways, first + index * DAY_MS)),
    moves: movesSince(ways, first),
  }
}

function dayOf(ways: readonly Way[], from: number): FlowDay {
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>
  for (const way of ways) {
    const stage = stageBefore(way, from + DAY_MS)
    if (stage !== undefined) stages[stage] += 1
  }
  return { from, stages }
}

function stageBefore(way: Way, end: number): Stage | undefined {
  for (let index = way.length - 1; index >= 0; index--) if (way[index]!.at < end) return way[index]!.stage
  return undefined
}

function movesSince(ways: readonly Way[], first: number): FlowMove[] {
  const counts = new Map<string, { from?: Stage; to: Stage; count: number }>()
  for (const way of ways)
    for (const [index, { at, stage: to }] of way.entries()) {
      if (at < first) continue
      const from = way[index - 1]?.stage
      const key = `${from ?? ''} ${to}`
      const known = counts.get(key) ?? { from, to, count: 0 }
      counts.set(key, { ...known, count: known.count + 1 })
    }
  return [...counts.values()].sort((a, b) => b.count - a.count || orderOf(a) - orderOf(b))
}

function orderOf({ from, to }: FlowMove): number {
  return (from === undefined ? 0 : STAGES.indexOf(from) + 1) * STAGES.length + STAGES.indexOf(to)
}

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

/**
 * What an entry of a receipt was worth to the work: its score, or under the bayes profile its value, which the receipt keeps of what was shown. Of the rest it keeps what
 * places are given by, `value / sqrt(tokens)`.
 */
export function entryWorth(entry: Entry, profile: Receipt['profile']): number {
  if (profile !== 'bayes') return entry.score
  const known = 'parts' in entry ? entry.parts.value : undefined
  return known ?? entry.score * Math.sqrt(Math.max(1, entry.tokens))
}
