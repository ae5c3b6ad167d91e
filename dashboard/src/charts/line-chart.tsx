import { useState } from 'preact/hooks'
import { exactTime, relativeTime } from '../words.ts'
import { AsTable } from './as-table.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

export interface Point {
  readonly at: number
  readonly value: number
  /** Its 95% interval. */
  readonly low?: number
  readonly high?: number
  /** What brought it there. */
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
const SPANS = [
  ['All', Number.POSITIVE_INFINITY],
  ['90 days', 90 * DAY_MS],
  ['30 days', 30 * DAY_MS],
  ['7 days', 7 * DAY_MS],
] as const

/** Something over time: pointing at it reads its values, and a long time can be cut to its end. */
export function LineChart(props: LineChartProps) {
  const { label, tell = (value: number) => value.toFixed(2), mark } = props
  const [span, setSpan] = useState(Number.POSITIVE_INFINITY)
  const { points: all } = props
  if (all.length === 0) return <p class="quiet">Nothing to draw yet.</p>
  const end = all.at(-1)!.at
  const length = end - all[0]!.at
  const spans = SPANS.filter(([, ms]) => ms === Number.POSITIVE_INFINITY || ms < length)
  const from = all.findIndex(({ at }) => at >= end - span)
  // The value that held when the span begins is drawn with it.
  const points = all.slice(Math.max(0, from - 1))
  const hasInterval = all.some(({ low }) => low !== undefined)
  const said = ({ value, low, high }: Point) =>
    low === undefined || high === undefined ? tell(value) : `${tell(value)} (${tell(low)} to ${tell(high)})`
  return (
    <figure class="with-key">
      <Drawing {...props} tell={tell} points={points} said={said} />
      {spans.length < 2 && !hasInterval && mark === undefined ? null : (
        <figcaption class="key">
          <span>
            <i class="swatch back-line" />
            {label.toLowerCase()}
          </span>
          {hasInterval ? (
            <span>
              <i class="swatch back-band" />
              95% interval
            </span>
          ) : null}
          {spans.length < 2 ? null : (
            <span class="spans">
              {spans.map(([name, ms]) => (
                <button key={name} type="button" class="plain" aria-pressed={span === ms} onClick={() => setSpan(ms)}>
                  {name}
                </button>
              ))}
            </span>
          )}
        </figcaption>
      )}
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
  const [pointed, setPointed] = useState<number>()
  const highest = Math.max(...points.flatMap(({ value, high = value }) => [value, high]), mark?.value ?? 0, 0.1)
  const [least, most] = range ?? [0, highest * 1.08]
  const [first, last] = [points[0]!.at, points.at(-1)!.at]
  const spoken = `${label}. ${points.length} points, last ${said(points.at(-1)!)}.`
  return (
    <Frame label={spoken} height={height}>
      {(width) => {
        const x = linear([first, last], [MARGIN.left, width - MARGIN.right])
        const y = linear([least, most], [height - MARGIN.bottom, MARGIN.top])
        const path = (value: (point: Point) => number) =>
          pathOf(
            points.map((point) => [x(point.at), y(value(point))]),
            isStepped,
          )
        const upper = path(({ value, high = value }) => high)
        const lower = pathOf(
          points.map(({ at, value, low = value }) => [x(at), y(low)] as const).reverse(),
          isStepped,
          true,
        )
        const shown = pointed === undefined ? undefined : points[pointed]
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
            <path class="line" d={path(({ value }) => value)} />
            {points.length > 80
              ? null
              : points.map((point, index) => (
                  <circle key={index} class="dot" cx={x(point.at)} cy={y(point.value)} r="2.5" />
                ))}
            {shown === undefined ? null : (
              <g class="pointed">
                <line x1={x(shown.at)} x2={x(shown.at)} y1={MARGIN.top} y2={height - MARGIN.bottom} />
                <circle cx={x(shown.at)} cy={y(shown.value)} r="4" />
                <text
                  x={x(shown.at) + (x(shown.at) > width / 2 ? -8 : 8)}
                  y={MARGIN.top + 8}
                  text-anchor={x(shown.at) > width / 2 ? 'end' : 'start'}
                >
                  {`${said(shown)} · ${exactTime(shown.at)}`}
                  {shown.words === undefined ? '' : ` · ${shown.words.slice(0, 60)}`}
                </text>
              </g>
            )}
            <rect
              class="bar-back"
              x={MARGIN.left}
              y={0}
              width={Math.max(0, width - MARGIN.left - MARGIN.right)}
              height={height - MARGIN.bottom}
              onPointerLeave={() => setPointed(undefined)}
              onPointerMove={(event) => {
                const at = event.offsetX
                const nearest = points.reduce(
                  (best, point, index) =>
                    Math.abs(x(point.at) - at) <= Math.abs(x(points[best]!.at) - at) ? index : best,
                  0,
                )
                setPointed(nearest)
              }}
            />
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
