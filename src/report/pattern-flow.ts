import { STAGES, type Stage } from '../engine/standing/stage.ts'

const DAY_MS = 86_400_000

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
