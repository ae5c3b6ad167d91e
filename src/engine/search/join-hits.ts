import type { Alike } from './alike-words.ts'

const PLACES_FOR_ALIKE = 0.25

/** A document that shares words with a question. */
interface WordHit {
  readonly id: string
  readonly score: number
}

/** A document that was found by its words, by its letters, or by both; 0 for what it was not found by. */
export interface JoinedHit {
  readonly id: string
  readonly score: number
  readonly alike: number
}

/** Hits by words, and after them those by letters, in the places that are kept for them or left over. What is both stands once, with its words. */
export function joinHits(byWords: readonly WordHit[], alike: readonly Alike[], limit: number): JoinedHit[] {
  const known = new Set<string>()
  if (alike.length > 0) for (const { id } of byWords) known.add(id)
  const shares = new Map<string, number>()
  const others: Alike[] = []
  for (const hit of alike)
    if (known.has(hit.id)) shares.set(hit.id, hit.alike)
    else others.push(hit)
  const kept = Math.min(others.length, Math.floor(limit * PLACES_FOR_ALIKE))
  const first = byWords.slice(0, limit - kept)
  return [
    ...first.map(({ id, score }) => ({ id, score, alike: shares.get(id) ?? 0 })),
    ...others.slice(0, limit - first.length).map(({ id, alike: share }) => ({ id, score: 0, alike: share })),
  ]
}
