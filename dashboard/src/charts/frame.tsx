import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Scale } from './scale.ts'

export const MARGIN = { top: 8, right: 12, bottom: 22, left: 40 }

/** A drawing as wide as the room that it gets. Its height is fixed, so nothing jumps. */
export function Frame({
  label,
  height,
  children,
}: {
  label: string
  height: number
  children: (width: number) => ComponentChildren
}) {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div class="chart" ref={holder} style={{ height: `${height}px` }}>
      {width === 0 ? null : (
        <svg role="img" aria-label={label} width={width} height={height}>
          {children(width)}
        </svg>
      )}
    </div>
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
