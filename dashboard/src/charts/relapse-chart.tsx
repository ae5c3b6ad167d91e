import { useEffect, useState } from 'preact/hooks'
import { type RelapseCounts, relapseOf, withOpportunity } from '../../../src/engine/belief/relapse.ts'
import { get } from '../api.ts'
import { moved } from '../live.ts'
import { LineChart, type Point } from './line-chart.tsx'

interface Observed {
  readonly position: number
  readonly occurredAt: number
  readonly run?: string
  readonly payload: {
    readonly pattern: string
    readonly shown: boolean
    readonly relapsed: boolean
    readonly share?: number
  } | null
}

const PAGE = 1_000
const MOST_PAGES = 20

/** How much less often known mistakes came back with the lessons, after each run that could tell, with the interval of then. */
export function RelapseChart() {
  const [points, setPoints] = useState<readonly Point[]>([])
  const position = moved.value
  useEffect(() => {
    const abort = new AbortController()
    read(abort.signal).then(setPoints, () => undefined)
    return () => abort.abort()
  }, [position])
  return (
    <div class="proof-chart">
      {points.length === 0 ? null : (
        <LineChart
          label="Mistakes prevented, in points of a hundred runs"
          points={points}
          range={[-1, 1]}
          mark={{ value: 0, label: 'no difference' }}
          tell={(value) => `${value > 0 ? '+' : ''}${Math.round(value * 100)}`}
          height={150}
          isStepped
        />
      )}
    </div>
  )
}

/** Folds the observations as the journal does: a run counts once for a lesson, and a mistake that comes back later in it replaces what was counted. */
async function read(signal: AbortSignal): Promise<Point[]> {
  const points: Point[] = []
  const counted = new Map<string, boolean>()
  let counts: RelapseCounts = {}
  for (let page = 0, after = 0; page < MOST_PAGES; page++) {
    const query = { types: 'pattern-observed', after, limit: PAGE }
    const { events } = await get<{ events: readonly Observed[] }>('events', query, signal)
    for (const { payload, run, occurredAt: at } of events) {
      if (payload === null || payload.share === undefined || run === undefined) continue
      const { pattern, share, shown, relapsed } = payload
      const key = `${run} ${pattern}`
      const before = counted.get(key)
      if (before === relapsed || before === true) continue
      if (before !== undefined) counts = withOpportunity(counts, { share, shown, relapsed: false }, -1)
      counts = withOpportunity(counts, { share, shown, relapsed })
      counted.set(key, relapsed)
      const { drop, low, high } = relapseOf(counts)
      if (drop !== undefined) points.push({ at, value: drop, low, high })
    }
    if (events.length < PAGE) break
    after = events.at(-1)!.position
  }
  return points.sort((a, b) => a.at - b.at)
}
