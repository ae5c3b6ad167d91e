import type { ComponentChildren } from 'preact'
import { day } from '../words.ts'
import { AsTable } from './as-table.tsx'

export interface DayBar {
  readonly from: number
  readonly parts: readonly { readonly name: string; readonly tone: string; readonly count: number }[]
}

/** A drawing of days, with the names of its colours and its numbers below it. */
export function WithDayKey({
  label,
  days,
  children,
}: {
  label: string
  days: readonly DayBar[]
  children: ComponentChildren
}) {
  const names = days[0]?.parts.map(({ name, tone }) => ({ name, tone })) ?? []
  const told = () =>
    days
      .filter(({ parts }) => parts.some(({ count }) => count > 0))
      .map(({ from, parts }) => [day(from), ...parts.map(({ count }) => count)])
  return (
    <figure class="with-key">
      {children}
      <figcaption class="key">
        {names.map(({ name, tone }) => (
          <span key={name}>
            <i class={`swatch back-${tone}`} />
            {name}
          </span>
        ))}
      </figcaption>
      <AsTable label={label} heads={['Day', ...names.map(({ name }) => name)]} rows={told} />
    </figure>
  )
}

/** What a day says when it is pointed at. */
export function wordsOf({ from, parts }: DayBar): string {
  return `${day(from)}: ${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}`
}

/** The names under a few days, evenly apart, the last one among them: its name ends where the drawing does, or the edge would cut it. */
export function namedDays(
  days: readonly DayBar[],
  { middleOf, end }: { readonly middleOf: (index: number) => number; readonly end: number },
) {
  const last = days.length - 1
  return days.flatMap(({ from }, index) => {
    if ((last - index) % Math.ceil(days.length / 5) !== 0) return []
    const place = index === last ? { x: end, anchor: 'end' as const } : { x: middleOf(index) }
    return [{ text: day(from), ...place }]
  })
}
