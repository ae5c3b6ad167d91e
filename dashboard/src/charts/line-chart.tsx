import { exactTime, relativeTime } from '../words.ts'
import { AsTable } from './as-table.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

export interface Point {
  readonly at: number
  readonly value: number
  /** What brought it there. */
  readonly words?: string
}

interface LineChartProps {
  readonly label: string
  readonly points: readonly Point[]
  /** What is expected, drawn with dashes. */
  readonly ahead?: readonly Point[]
  readonly range?: readonly [number, number]
  /** A value that matters, such as a threshold. */
  readonly mark?: { readonly value: number; readonly label: string }
  readonly tell?: (value: number) => string
  /** Holds its value until the next point. */
  readonly isStepped?: boolean
  readonly height?: number
}

/** Something over time. */
export function LineChart({
  label,
  points,
  ahead = [],
  range,
  mark,
  tell = (value) => value.toFixed(2),
  isStepped = false,
  height = 180,
}: LineChartProps) {
  const all = [...points, ...ahead]
  if (all.length === 0) return <p class="quiet">Nothing to draw yet.</p>
  const values = all.map(({ value }) => value)
  const [least, most] = range ?? [0, Math.max(...values, mark?.value ?? 0, 0.1) * 1.08]
  const times = all.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const spoken = `${label}. ${points.length} points, last ${tell(points.at(-1)?.value ?? values[0]!)}.`
  const told = () =>
    all.map(({ at, value, words = '' }) => [exactTime(at), tell(value), words || (at > Date.now() ? 'ahead' : '')])
  return (
    <figure>
      <Frame label={spoken} height={height}>
        {(width) => {
          const x = linear([first, last], [MARGIN.left, width - MARGIN.right])
          const y = linear([least, most], [height - MARGIN.bottom, MARGIN.top])
          const path = (line: readonly Point[]) => pathOf(line, x, y, isStepped)
          const now = points.at(-1)
          return (
            <>
              <Across scale={y} width={width} tell={tell} />
              {mark === undefined ? null : (
                <g class="mark">
                  <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(mark.value)} y2={y(mark.value)} />
                  <text x={width - MARGIN.right} y={y(mark.value) - 4} text-anchor="end">
                    {mark.label}
                  </text>
                </g>
              )}
              <path class="line" d={path(points)} />
              {ahead.length === 0 ? null : <path class="line line-ahead" d={pathOf(ahead, x, y, false)} />}
              {points.length > 80
                ? null
                : points.map((point) => (
                    <circle key={`${point.at}${point.words}`} class="dot" cx={x(point.at)} cy={y(point.value)} r="2.5">
                      <title>{`${tell(point.value)} · ${exactTime(point.at)}${point.words === undefined ? '' : `\n${point.words}`}`}</title>
                    </circle>
                  ))}
              <Below
                height={height}
                at={[
                  { x: MARGIN.left, text: relativeTime(first, Date.now()), anchor: 'start' },
                  ...(ahead.length > 0 && now !== undefined && last > first
                    ? [{ x: x(ahead[0]!.at), text: 'now' }]
                    : []),
                  ...(last > first
                    ? [
                        {
                          x: width - MARGIN.right,
                          text: relativeTime(last, Date.now()),
                          anchor: 'end' as const,
                        },
                      ]
                    : []),
                ]}
              />
            </>
          )
        }}
      </Frame>
      <AsTable label={label} heads={['When', 'Value', 'After']} rows={told} />
    </figure>
  )
}

function pathOf(
  line: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
  isStepped: boolean,
): string {
  return line
    .map(({ at, value }, index) => {
      const [px, py] = [x(at).toFixed(1), y(value).toFixed(1)]
      if (index === 0) return `M${px} ${py}`
      return isStepped ? `H${px}V${py}` : `L${px} ${py}`
    })
    .join('')
}
