import { computed, signal } from '@preact/signals'
import { queryText } from './api.ts'

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

/** The current page: `#/patterns/p-1?role=judge`. The part after the hash never reaches a server or its log. */
export interface Place {
  readonly parts: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export const place = computed((): Place => placeOf(hash.value))

export function placeOf(text: string): Place {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?')
  return {
    parts: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** A hand-made address may hold a lone `%`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function linkTo(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#/${path.split('/').map(encodeURIComponent).join('/')}${queryText(query)}`
}

export function goTo(link: string): void {
  location.hash = link
}

/** Changes the query, without a history entry unless `isStep`. A new query starts at the first row. */
export function setQuery(
  change: Readonly<Record<string, string | undefined>>,
  { isStep = false }: { isStep?: boolean } = {},
): void {
  const { parts, query } = place.value
  const next = linkTo(parts.join('/'), { ...query, from: undefined, cursor: undefined, ...change })
  if (isStep) goTo(next)
  else history.replaceState(null, '', next)
  hash.value = next
}
