import { useState } from 'preact/hooks'
import { counted, day } from '../words.ts'
import { AsTable } from './as-table.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'
import { type Span, Spans } from './spans.tsx'

export interface DayBar {
  readonly from: number
  readonly parts: readonly { readonly name: string; readonly tone: string; readonly count: number }[]
}

/** `10K`: the room for numbers beside a drawing is narrow. */
const short = new Intl.NumberFormat('en', { notation: 'compact' })
const SPANS: readonly Span[] = [
  ['8 weeks', 56],
  ['26 weeks', 182],
  ['52 weeks', 364],
]
/** More bars than this are drawn as weeks. */
const MOST_DAYS = 60

/** Counts per day or week, stacked. The names below the drawing show and hide their part of it. */
export function DayBars({ label, days, height = 160 }: { label: string; days: readonly DayBar[]; height?: number }) {
  const [span, setSpan] = useState(SPANS[0]![1])
  const [hidden, setHidden] = useState<readonly string[]>([])
  const all = days.slice(-span)
  const bars = (all.length > MOST_DAYS ? weeksOf(all) : all).map(({ from, parts }) => ({
    from,
    parts: parts.filter(({ name }) => !hidden.includes(name)),
  }))
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name])
  return (
    <figure class="with-key">
      <Bars label={label} bars={bars} height={height} />
      <figcaption class="key">
        {(days[0]?.parts ?? []).map(({ name, tone }) => (
          <button
            key={name}
            type="button"
            class="plain"
            aria-pressed={!hidden.includes(name)}
            onClick={() => toggle(name)}
          >
            <i class={`swatch back tone-${tone}`} />
            {name}
          </button>
        ))}
        <Spans of={SPANS} chosen={span} choose={setSpan} />
      </figcaption>
      <AsTable
        label={label}
        heads={[all.length > MOST_DAYS ? 'Week of' : 'Day', ...(bars[0]?.parts ?? []).map(({ name }) => name)]}
        rows={() =>
          bars
            .filter(({ parts }) => parts.some(({ count }) => count > 0))
            .map(({ from, parts }) => [day(from), ...parts.map(({ count }) => count)])
        }
      />
    </figure>
  )
}

function Bars({ label, bars, height }: { label: string; bars: readonly DayBar[]; height: number }) {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const sum = totals.reduce((all, total) => all + total, 0)
  const y = linear([0, Math.max(4, ...totals)], [height - MARGIN.bottom, MARGIN.top], 3)
  const across = (width: number) => linear([0, bars.length], [MARGIN.left, width - MARGIN.right])
  return (
    <Frame
      name={label}
      summary={`${sum} in ${counted(bars.length, 'bar')}.`}
      height={height}
      spots={(width) => bars.map((bar, index) => ({ x: across(width)(index + 0.5), words: wordsOf(bar) }))}
    >
      {(width) => {
        const x = across(width)
        const thick = Math.max(1, x(1) - x(0) - 2)
        return (
          <>
            <Across scale={y} width={width} tell={short.format} />
            {bars.map(({ from, parts }, index) => {
              let floor = 0
              return (
                <g key={from}>
                  {parts.map(({ name, tone, count }) => {
                    const below = floor
                    floor += count
                    return count === 0 ? null : (
                      <rect
                        key={name}
                        class={`fill tone-${tone}`}
                        x={x(index)}
                        y={y(floor)}
                        width={thick}
                        height={y(below) - y(floor)}
                      />
                    )
                  })}
                </g>
              )
            })}
            <Below
              height={height}
              at={bars.flatMap(({ from }, index) => {
                const isLast = index === bars.length - 1
                if ((bars.length - 1 - index) % Math.ceil(bars.length / 5) !== 0) return []
                // The last label is right-aligned, or the edge would clip it.
                const place = isLast ? { x: width - MARGIN.right, anchor: 'end' as const } : { x: x(index) + thick / 2 }
                return [{ text: day(from), ...place }]
              })}
            />
          </>
        )
      }}
    </Frame>
  )
}

/** Sevens of days, counted back from the last. */
function weeksOf(days: readonly DayBar[]): DayBar[] {
  const weeks: DayBar[] = []
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end)
    const sum = (index: number) => week.reduce((total, { parts }) => total + parts[index]!.count, 0)
    weeks.unshift({ from: week[0]!.from, parts: week[0]!.parts.map((part, index) => ({ ...part, count: sum(index) })) })
  }
  return weeks
}

/** The tooltip of a bar. */
function wordsOf({ from, parts }: DayBar): string {
  return `${day(from)}: ${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}`
}
