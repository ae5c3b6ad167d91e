export type Span = readonly [name: string, days: number]

interface SpansProps {
  readonly of: readonly Span[]
  readonly chosen: number
  readonly choose: (days: number) => void
}

/** How much of the past a drawing shows. */
export function Spans({ of, chosen, choose }: SpansProps) {
  if (of.length < 2) return null
  return (
    <span class="spans">
      {of.map(([name, days]) => (
        <button key={name} type="button" class="plain" aria-pressed={chosen === days} onClick={() => choose(days)}>
          {name}
        </button>
      ))}
    </span>
  )
}
