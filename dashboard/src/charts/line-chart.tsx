import { useState } from 'preact/hooks'
import { exactTime, relativeTime } from '../words.ts'
import { AsTable } from './as-table.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'
import { type Span, Spans } from './spans.tsx'

export interface Point {
  readonly at: number
  readonly value: number
  /** Its 95% interval. */
  readonly low?: number
  readonly high?: number
  /** The cause of the value. */
  readonly words?: string
}

interface LineChartProps {
  readonly label: string
  readonly points: readonly Point[]
  readonly range?: readonly [number, number]
  /** A value that matters, such as a threshold. */
  readonly mark?: { readonly value: number; readonly label: string }
  readonly tell?: (value: number) => string
  /** Holds its value until the next point. */
  readonly isStepped?: boolean
  readonly height?: number
}

const DAY_MS = 86_400_000
const SPANS: readonly Span[] = [
  ['All', Number.POSITIVE_INFINITY],
  ['90 days', 90],
  ['30 days', 30],
  ['7 days', 7],
]

/** Values over time; a long span can be limited to its end. */
export function LineChart(props: LineChartProps) {
  const { label, tell = (value: number) => value.toFixed(2) } = props
  const [span, setSpan] = useState(Number.POSITIVE_INFINITY)
  const { points: all } = props
  if (all.length === 0) return <p class="quiet">Nothing to draw yet.</p>
  const end = all.at(-1)!.at
  const length = (end - all[0]!.at) / DAY_MS
  const from = all.findIndex(({ at }) => at >= end - span * DAY_MS)
  // The value that held when the span begins is drawn with it.
  const points = all.slice(Math.max(0, from - 1))
  const said = ({ value, low, high }: Point) =>
    low === undefined || high === undefined ? tell(value) : `${tell(value)} (${tell(low)} to ${tell(high)})`
  return (
    <figure class="with-key">
      <Drawing {...props} tell={tell} points={points} said={said} />
      <figcaption class="key">
        <span>
          <i class="swatch back-line" />
          {label.toLowerCase()}
        </span>
        {all.some(({ low }) => low !== undefined) ? (
          <span>
            <i class="swatch back-band" />
            95% interval
          </span>
        ) : null}
        <Spans
          of={SPANS.filter(([, days]) => days === Number.POSITIVE_INFINITY || days < length)}
          chosen={span}
          choose={setSpan}
        />
      </figcaption>
      <AsTable
        label={label}
        heads={['When', 'Value', 'After']}
        rows={() => points.map((point) => [exactTime(point.at), said(point), point.words ?? ''])}
      />
    </figure>
  )
}

interface DrawingProps extends LineChartProps {
  readonly tell: (value: number) => string
  readonly said: (point: Point) => string
}

function Drawing({ label, points, range, mark, tell, said, isStepped = false, height = 180 }: DrawingProps) {
  const highest = Math.max(...points.flatMap(({ value, high = value }) => [value, high]), mark?.value ?? 0, 0.1)
  const [first, last] = [points[0]!.at, points.at(-1)!.at]
  const y = linear(range ?? [0, highest * 1.08], [height - MARGIN.bottom, MARGIN.top])
  const across = (width: number) => linear([first, last], [MARGIN.left, width - MARGIN.right])
  return (
    <Frame
      name={label}
      summary={`${points.length} points, last ${said(points.at(-1)!)}.`}
      height={height}
      spots={(width) =>
        points.map((point) => ({
          x: across(width)(point.at),
          y: y(point.value),
          words: [exactTime(point.at), said(point), point.words].filter(Boolean).join(' · '),
        }))
      }
    >
      {(width) => {
        const x = across(width)
        const places = (value: (point: Point) => number) =>
          points.map((point) => [x(point.at), y(value(point))] as const)
        const upper = pathOf(
          places(({ value, high = value }) => high),
          isStepped,
        )
        const lower = pathOf(places(({ value, low = value }) => low).reverse(), isStepped, true)
        return (
          <>
            <Across scale={y} width={width} tell={tell} />
            {points.some(({ low }) => low !== undefined) ? (
              <path class="band" d={`${upper}${lower.replace(/^M/, 'L')}Z`} />
            ) : null}
            {mark === undefined ? null : (
              <g class="mark">
                <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(mark.value)} y2={y(mark.value)} />
                <text x={width - MARGIN.right} y={y(mark.value) - 4} text-anchor="end">
                  {mark.label}
                </text>
              </g>
            )}
            <path
              class="line"
              d={pathOf(
                places(({ value }) => value),
                isStepped,
              )}
            />
            {points.length > 80
              ? null
              : places(({ value }) => value).map(([cx, cy], index) => (
                  <circle key={index} class="dot" cx={cx} cy={cy} r="2.5" />
                ))}
            <Below
              height={height}
              at={[
                { x: MARGIN.left, text: relativeTime(first, Date.now()), anchor: 'start' },
                ...(last > first
                  ? [{ x: width - MARGIN.right, text: relativeTime(last, Date.now()), anchor: 'end' as const }]
                  : []),
              ]}
            />
          </>
        )
      }}
    </Frame>
  )
}

/** A line through places; a stepped one holds its height until the next, backwards as well. */
function pathOf(places: readonly (readonly [number, number])[], isStepped: boolean, isBack = false): string {
  return places
    .map(([x, y], index) => {
      const [px, py] = [x.toFixed(1), y.toFixed(1)]
      if (index === 0) return `M${px} ${py}`
      if (!isStepped) return `L${px} ${py}`
      return isBack ? `V${py}H${px}` : `H${px}V${py}`
    })
    .join('')
}
