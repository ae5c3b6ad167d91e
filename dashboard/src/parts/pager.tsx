import type { Rows } from '../api.ts'
import { place, setQuery } from '../router.ts'
import { number } from '../words.ts'

/** How many rows a page of a list has; every page stays under 3,000 nodes with it. */
export const PAGE_ROWS = 50

/** Where a list is asked for, from the address: `from` is the number of the first row. */
export function pageQuery() {
  const { from, cursor } = place.value.query
  return { limit: PAGE_ROWS, cursor: from === undefined ? undefined : cursor }
}

/** Which rows are shown of how many, and the ways to the others. */
export function Pager({ of: { rows, total, next } }: { of: Rows<unknown> }) {
  const from = Number(place.value.query.from ?? 0)
  const isAll = from === 0 && next === undefined
  const whole = total === undefined ? '' : ` of ${number(total)}`
  return (
    <nav class="more" aria-label="More rows">
      <span class="quiet" role="status">
        {isAll ? `${number(rows.length)} in all` : `${number(from + 1)} to ${number(from + rows.length)}${whole}`}
      </span>
      {from === 0 ? null : (
        <button type="button" onClick={() => history.back()}>
          Previous
        </button>
      )}
      {next === undefined ? null : (
        <button
          type="button"
          onClick={() => setQuery({ from: String(from + rows.length), cursor: next }, { isStep: true })}
        >
          Next
        </button>
      )}
    </nav>
  )
}
