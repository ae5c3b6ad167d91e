import { type DayBar, namedDays, WithDayKey, wordsOf } from './day-key.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

/** How many are where, day by day, stacked without gaps: for things that stay somewhere until they move. */
export function DayAreas({
  label,
  days,
  height = 200,
}: {
  label: string
  days: readonly DayBar[]
  height?: number
}) {
  const last = days.at(-1)
  const spoken =
    last === undefined ? label : `${label}. On the last of ${days.length} days, ${wordsOf(last)}.`
  const tops = days.map(topsOf)
  const most = Math.max(4, ...tops.map((top) => top.at(-1) ?? 0))
  return (
    <WithDayKey label={label} days={days}>
      <Frame label={spoken} height={height}>
        {(width) => {
          const x = linear([0, Math.max(1, days.length - 1)], [MARGIN.left, width - MARGIN.right])
          const y = linear([0, most], [height - MARGIN.bottom, MARGIN.top], 4)
          const edge = (part: number) =>
            tops.map((top, index) => `${x(index).toFixed(1)} ${y(part < 0 ? 0 : top[part]!).toFixed(1)}`)
          const wide = x(1) - x(0)
          return (
            <>
              <Across scale={y} width={width} tell={String} />
              {last?.parts.map(({ name, tone }, part) => (
                <path
                  key={name}
                  class={`area fill-${tone}`}
                  d={`M${edge(part).join('L')}L${edge(part - 1)
                    .reverse()
                    .join('L')}Z`}
                />
              ))}
              {days.map((bar, index) => (
                <g key={bar.from} class="bar">
                  <title>{wordsOf(bar)}</title>
                  <rect
                    class="bar-front"
                    x={x(index) - wide / 2}
                    y={MARGIN.top}
                    width={wide}
                    height={y(0) - MARGIN.top}
                  />
                </g>
              ))}
              <Below height={height} at={namedDays(days, { middleOf: x, end: width - MARGIN.right })} />
            </>
          )
        }}
      </Frame>
    </WithDayKey>
  )
}

/** The upper edge of each part of a day: `[2, 5]` for two and three on top of them. */
function topsOf({ parts }: DayBar): number[] {
  let sum = 0
  return parts.map(({ count }) => {
    sum += count
    return sum
  })
}
