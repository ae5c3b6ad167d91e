import type { Document } from '../../domain/document.ts'
import { mostAlike, oddWords } from '../alike-words.ts'
import { joinHits } from '../join-hits.ts'
import type { SearchHit } from '../port.ts'
import { searchWords } from '../search-words.ts'
import { byCodePoint } from './by-code-point.ts'

/** Documents by how many of the query's words they share, the rarer words counting more, and by words spelt alike. */
export function searchInMemory(documents: readonly Document[], text: string, limit: number): SearchHit[] {
  const wanted = new Set(searchWords(text))
  const shared = documents.map((document) => ({
    document,
    words: new Set(searchWords(document.text, Number.POSITIVE_INFINITY).filter((word) => wanted.has(word))),
  }))
  const spread = new Map<string, number>()
  for (const { words } of shared) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1)
  const found = shared
    .map(({ document, words }) => ({ document, score: rarity(words, spread, documents.length), alike: 0 }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || byCodePoint(a.document.id, b.document.id))
    .slice(0, limit)
  const odd = oddWords([...wanted].filter((word) => !spread.has(word)))
  if (odd.length === 0) return found
  const { byWords, byLetters } = joinHits(found, mostAlike(documents, odd).hits, limit)
  const byId = new Map(documents.map((document) => [document.id, document]))
  return [...byWords, ...byLetters.map(({ id, alike }) => ({ document: byId.get(id)!, score: 0, alike }))]
}

function rarity(words: ReadonlySet<string>, spread: ReadonlyMap<string, number>, total: number): number {
  let score = 0
  for (const word of words) score += Math.log(1 + total / (spread.get(word) ?? 1))
  return score
}
