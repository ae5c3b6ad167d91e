import type { Document } from '../../domain/document.ts'
import type { SearchHit } from '../port.ts'
import { searchWords } from '../search-words.ts'
import { byCodePoint } from './by-code-point.ts'

/** Documents by how many of the query's words they share, the rarer words counting more. */
export function documentsThatShareWords(
  documents: readonly Document[],
  text: string,
  limit: number,
): SearchHit[] {
  const wanted = new Set(searchWords(text))
  const shared = documents.map((document) => ({
    document,
    words: searchWords(document.text).filter((word) => wanted.has(word)),
  }))
  const spread = new Map<string, number>()
  for (const { words } of shared)
    for (const word of new Set(words)) spread.set(word, (spread.get(word) ?? 0) + 1)
  return shared
    .map(({ document, words }) => ({ document, score: rarity(new Set(words), spread, documents.length) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || byCodePoint(a.document.id, b.document.id))
    .slice(0, limit)
}

function rarity(words: ReadonlySet<string>, spread: ReadonlyMap<string, number>, total: number): number {
  let score = 0
  for (const word of words) score += Math.log(1 + total / (spread.get(word) ?? 1))
  return score
}
