import type { Day, Estimate } from '../../../src/report/loop-report.ts'
import { LineChart } from './line-chart.tsx'

interface EstimateChartProps {
  readonly label: string
  readonly days: readonly Day[]
  readonly of: (day: Day) => Estimate | undefined
}

/** What was known about a difference at each day's end, with its interval; in points per hundred runs. */
export function EstimateChart({ label, days, of }: EstimateChartProps) {
  const known = days.flatMap((day) => {
    const estimate = of(day)
    return estimate === undefined ? [] : [{ at: day.from, ...estimate }]
  })
  // A day on which nothing new was learned adds no point; the last value holds until now.
  const points = known.filter(
    ({ value, low, high }, at) =>
      value !== known[at - 1]?.value || low !== known[at - 1]?.low || high !== known[at - 1]?.high,
  )
  const last = points.at(-1)
  if (last === undefined) return null
  return (
    <div class="proof-chart">
      <LineChart
        label={label}
        points={[...points, { ...last, at: Math.max(last.at, Date.now()) }]}
        range={[-1, 1]}
        mark={{ value: 0, label: 'no difference' }}
        tell={(value) => `${value > 0 ? '+' : ''}${Math.round(value * 100)}`}
        height={150}
        isStepped
      />
    </div>
  )
}
