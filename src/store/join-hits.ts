import type { Alike } from './alike-words.ts'
import type { SearchHit } from './port.ts'

const PLACES_FOR_ALIKE = 0.25

/** Hits by words, and which of those by letters come after them, in the places that are kept for them or left over. */
export interface JoinedHits {
  readonly byWords: readonly SearchHit[]
  readonly byLetters: readonly Alike[]
}

/** What is both stands once, with its words. */
export function joinHits(byWords: readonly SearchHit[], alike: readonly Alike[], limit: number): JoinedHits {
  const shares = new Map(alike.map((hit) => [hit.id, hit.alike]))
  const known = new Set(byWords.map(({ document }) => document.id))
  const others = alike.filter(({ id }) => !known.has(id))
  const kept = Math.min(others.length, Math.floor(limit * PLACES_FOR_ALIKE))
  const first = byWords.slice(0, limit - kept)
  return {
    byWords: first.map((hit) => ({ ...hit, alike: shares.get(hit.document.id) ?? 0 })),
    byLetters: others.slice(0, limit - first.length),
  }
}
