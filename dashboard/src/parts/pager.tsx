import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Rows } from '../api.ts'
import { place, setQuery } from '../router.ts'
import { number } from '../words.ts'

/** How many rows a page of a list has; every page stays under 3,000 nodes with it. */
export const PAGE_ROWS = 50

/** The list query from the address: `from` is the number of the first row. */
export function pageQuery() {
  const { from, cursor } = place.value.query
  return { limit: PAGE_ROWS, cursor: from === undefined ? undefined : cursor }
}

/** Which rows are shown of how many, and the ways to the others. */
export function Pager({ of: { rows, total, next } }: { of: Rows<unknown> }) {
  const from = Number(place.value.query.from ?? 0)
  const goOn = () => setQuery({ from: String(from + rows.length), cursor: next }, { isStep: true })
  return (
    <Steps
      from={from}
      count={rows.length}
      total={total ?? (from === 0 && next === undefined ? rows.length : undefined)}
      back={() => history.back()}
      {...(next === undefined ? {} : { goOn })}
    />
  )
}

interface InPagesProps<T> {
  readonly of: readonly T[]
  readonly size?: number
  readonly children: (rows: readonly T[]) => ComponentChildren
}

/** Pages a long list that is already loaded, so that the number of nodes is limited. */
export function InPages<T>({ of, size = PAGE_ROWS, children }: InPagesProps<T>) {
  const [asked, setFrom] = useState(0)
  const from = asked < of.length ? asked : 0
  const rows = of.slice(from, from + size)
  return (
    <>
      {children(rows)}
      {of.length <= size ? null : (
        <Steps
          from={from}
          count={rows.length}
          total={of.length}
          back={() => setFrom(Math.max(0, from - size))}
          {...(from + size < of.length ? { goOn: () => setFrom(from + size) } : {})}
        />
      )}
    </>
  )
}

interface StepsProps {
  readonly from: number
  readonly count: number
  readonly total: number | undefined
  readonly back: () => void
  readonly goOn?: () => void
}

function Steps({ from, count, total, back, goOn }: StepsProps) {
  const whole = total === undefined ? '' : ` of ${number(total)}`
  return (
    <nav class="more" aria-label="More rows">
      <span class="quiet" role="status">
        {count === total ? `${number(total)} in all` : `${number(from + 1)} to ${number(from + count)}${whole}`}
      </span>
      {from === 0 ? null : (
        <button type="button" onClick={back}>
          Previous
        </button>
      )}
      {goOn === undefined ? null : (
        <button type="button" onClick={goOn}>
          Next
        </button>
      )}
    </nav>
  )
}
