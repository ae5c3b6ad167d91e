import { type DayBar, namedDays, WithDayKey, wordsOf } from './day-key.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

/** `10K`: the room for numbers beside a drawing is narrow. */
const short = new Intl.NumberFormat('en', { notation: 'compact' })

/** Counts per day, stacked; each day says its numbers when pointed at. */
export function DayBars({ label, days, height = 160 }: { label: string; days: readonly DayBar[]; height?: number }) {
  const totals = days.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const sum = totals.reduce((all, total) => all + total, 0)
  return (
    <WithDayKey label={label} days={days}>
      <Frame label={`${label}. ${sum} in ${days.length} days.`} height={height}>
        {(width) => {
          const x = linear([0, days.length], [MARGIN.left, width - MARGIN.right])
          const y = linear([0, Math.max(4, ...totals)], [height - MARGIN.bottom, MARGIN.top], 3)
          const thick = Math.max(1, x(1) - x(0) - 2)
          return (
            <>
              <Across scale={y} width={width} tell={short.format} />
              {days.map((bar, index) => {
                const { from, parts } = bar
                let floor = 0
                return (
                  <g key={from} class="bar">
                    <title>{wordsOf(bar)}</title>
                    <rect class="bar-back" x={x(index)} y={MARGIN.top} width={thick} height={y(0) - MARGIN.top} />
                    {parts.map(({ name, tone, count }) => {
                      const from = floor
                      floor += count
                      return count === 0 ? null : (
                        <rect
                          key={name}
                          class={`fill-${tone}`}
                          x={x(index)}
                          y={y(floor)}
                          width={thick}
                          height={y(from) - y(floor)}
                        />
                      )
                    })}
                  </g>
                )
              })}
              <Below
                height={height}
                at={namedDays(days, {
                  middleOf: (index) => x(index) + thick / 2,
                  end: width - MARGIN.right,
                })}
              />
            </>
          )
        }}
      </Frame>
    </WithDayKey>
  )
}
