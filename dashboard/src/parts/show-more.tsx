import { setQuery } from '../router.ts'

/** The way to the rest of a list. How many are shown stands in the address. */
export function ShowMore({ found, limit, step }: { found: number; limit: number; step: number }) {
  if (found <= limit) return null
  return (
    <div class="more">
      <button type="button" onClick={() => setQuery({ limit: String(limit + step) })}>
        Show more
      </button>
      <span class="quiet">the first {limit}</span>
    </div>
  )
}
