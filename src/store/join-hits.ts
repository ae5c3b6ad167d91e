import type { SearchHit } from './port.ts'

const PLACES_FOR_ALIKE = 0.25

/** Hits by words, then hits by letters in the places that are kept for them or left over; what is both stands once. */
export function joinHits(
  byWords: readonly SearchHit[],
  byLetters: readonly SearchHit[],
  limit: number,
): SearchHit[] {
  const alike = new Map(byLetters.map((hit) => [hit.document.id, hit.alike]))
  const known = new Set(byWords.map(({ document }) => document.id))
  const others = byLetters.filter(({ document }) => !known.has(document.id))
  const kept = Math.min(others.length, Math.floor(limit * PLACES_FOR_ALIKE))
  const first = byWords.slice(0, limit - kept)
  return [
    ...first.map((hit) => ({ ...hit, alike: alike.get(hit.document.id) ?? 0 })),
    ...others.slice(0, limit - first.length),
  ]
}
