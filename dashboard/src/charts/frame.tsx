import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Scale } from './scale.ts'

export const MARGIN = { top: 8, right: 12, bottom: 22, left: 40 }

/** A point of a chart with readable values. Without `x` it is a row, without `y` a column. */
export interface Spot {
  readonly x?: number
  readonly y?: number
  readonly words: string
}

interface FrameProps {
  readonly name: string
  /** The main message, for people who cannot see the chart. */
  readonly summary: string
  readonly height: number
  /** In arrow-key order. */
  readonly spots: (width: number) => readonly Spot[]
  readonly children: (width: number, pointedAt: number | undefined) => ComponentChildren
}

/** A chart that fills the available width. Pointing at it, or an arrow key, shows the values of the nearest point below it. */
export function Frame({ name, summary, height, spots, children }: FrameProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [pointed, setPointed] = useState<number>()
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const places = width === 0 ? [] : spots(width)
  const last = places.length - 1
  const at = pointed === undefined ? undefined : Math.min(pointed, last)
  const words = places[at ?? last]?.words
  const onKeyDown = (event: KeyboardEvent) => {
    const next = KEYS[event.key]?.(at ?? last + 1, last)
    if (next === undefined) return
    event.preventDefault()
    setPointed(Math.max(0, Math.min(last, next)))
  }
  return (
    <>
      <div class="chart" ref={holder} style={{ height: `${height}px` }}>
        {width === 0 ? null : (
          <svg role="img" aria-label={`${name}. ${summary}`} width={width} height={height}>
            {children(width, at)}
            {at === undefined ? null : <Pointer of={places[at]!} width={width} height={height} />}
          </svg>
        )}
        {last < 0 ? null : (
          <div
            class="reader"
            role="slider"
            tabIndex={0}
            aria-label={`Values of ${name}`}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={at ?? last}
            aria-valuetext={words}
            onKeyDown={onKeyDown}
            onBlur={() => setPointed(undefined)}
            onPointerMove={({ offsetX, offsetY }) => setPointed(nearest(places, offsetX, offsetY))}
            onPointerLeave={() => setPointed(undefined)}
          />
        )}
      </div>
      {last < 0 ? null : (
        <p class="readout" aria-hidden="true">
          {words}
        </p>
      )}
    </>
  )
}

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  PageUp: (at) => at - 10,
  PageDown: (at) => at + 10,
  Home: () => 0,
  End: (_, last) => last,
}

/** The later of two that are equally near. */
function nearest(places: readonly Spot[], x: number, y: number): number {
  const far = (spot: Spot) => Math.hypot((spot.x ?? x) - x, (spot.y ?? y) - y)
  return places.reduce((best, spot, index) => (far(spot) <= far(places[best]!) ? index : best), 0)
}

function Pointer({ of: { x, y }, width, height }: { of: Spot; width: number; height: number }) {
  return (
    <g class="pointed">
      {x === undefined ? null : <line x1={x} x2={x} y1={MARGIN.top} y2={height - MARGIN.bottom} />}
      {x === undefined ? <line x1={0} x2={width} y1={y} y2={y} /> : null}
      {x === undefined || y === undefined ? null : <circle cx={x} cy={y} r="4" />}
    </g>
  )
}

/** Lines across for the values, and their numbers on the left. */
export function Across({ scale, width, tell }: { scale: Scale; width: number; tell: (value: number) => string }) {
  return (
    <g class="axis">
      {scale.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${scale(tick)})`}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} />
          <text x={MARGIN.left - 8} dy="0.32em" text-anchor="end">
            {tell(tick)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The words under a drawing. */
export function Below({
  at,
  height,
}: {
  at: readonly { readonly x: number; readonly text: string; readonly anchor?: 'start' | 'middle' | 'end' }[]
  height: number
}) {
  return (
    <g class="axis">
      {at.map(({ x, text, anchor = 'middle' }) => (
        <text key={`${x}${text}`} x={x} y={height - 6} text-anchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  )
}
