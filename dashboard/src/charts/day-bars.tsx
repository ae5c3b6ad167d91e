import { day } from '../words.ts'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

export interface DayBar {
  readonly from: number
  readonly parts: readonly { readonly name: string; readonly tone: string; readonly count: number }[]
}

/** Counts per day, stacked; each day says its numbers when pointed at. */
export function DayBars({
  label,
  days,
  height = 160,
}: {
  label: string
  days: readonly DayBar[]
  height?: number
}) {
  const totals = days.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const names = days[0]?.parts.map(({ name, tone }) => ({ name, tone })) ?? []
  const sum = totals.reduce((all, total) => all + total, 0)
  return (
    <figure class="with-key">
      <Frame label={`${label}. ${sum} in ${days.length} days.`} height={height}>
        {(width) => {
          const x = linear([0, days.length], [MARGIN.left, width - MARGIN.right])
          const y = linear([0, Math.max(4, ...totals)], [height - MARGIN.bottom, MARGIN.top], 3)
          const thick = Math.max(1, x(1) - x(0) - 2)
          return (
            <>
              <Across scale={y} width={width} tell={String} />
              {days.map(({ from, parts }, index) => {
                let floor = 0
                return (
                  <g key={from} class="bar">
                    <title>{`${day(from)}: ${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}`}</title>
                    <rect
                      class="bar-back"
                      x={x(index)}
                      y={MARGIN.top}
                      width={thick}
                      height={y(0) - MARGIN.top}
                    />
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
                at={days
                  .map(({ from }, index) => ({ x: x(index) + thick / 2, text: day(from) }))
                  .filter((_, index) => (days.length - 1 - index) % Math.ceil(days.length / 5) === 0)}
              />
            </>
          )
        }}
      </Frame>
      <figcaption class="key">
        {names.map(({ name, tone }) => (
          <span key={name}>
            <i class={`swatch back-${tone}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
