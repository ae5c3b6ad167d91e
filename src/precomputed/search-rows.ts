import { oddWords } from '../engine/search/alike-words.ts'
import { joinHits } from '../engine/search/join-hits.ts'
import { searchWords } from '../engine/search/search-words.ts'
import { tellingWords } from '../engine/search/selective-words.ts'
import { wordStem } from '../engine/search/word-stem.ts'
import { bestRows } from './best-rows.ts'
import type { AheadFile } from './precomputed-file.ts'
import { rowsAlike } from './rows-alike.ts'

/** So many rows are weighed for one question. Of words that more patterns hold, each gets its share: the best of its patterns. */
const MOST_WEIGHED = 2_048

/**
 * The rows that share words with a text, nearest first, as the journal's own search finds them. A hook's time does not grow with the patterns, so of words that
 * very many of them hold only the best are looked at; rows are in the order of what patterns are worth.
 */
export function searchAhead(file: AheadFile, text: string, limit: number): { row: number; alike: number }[] {
  const known = new Map(
    searchWords(text).map((word) => [word, file.holders('stem', wordStem(word))] as const),
  )
  const spread = [...known].map(([word, { count }]) => ({ word, documents: count }))
  const { telling, unknown } = tellingWords(spread)
  const most = Math.floor(MOST_WEIGHED / Math.max(1, telling.length))
  const byWords = bestRows(
    file,
    telling.map((word) => known.get(word)!),
    { limit, most },
  )
  const alike = rowsAlike(file, oddWords(unknown), 2 * limit)
  const hits = byWords.map(({ row, score }) => ({ id: String(row), score }))
  const near = alike.map(({ row, score }) => ({ id: String(row), alike: score }))
  return joinHits(hits, near, limit).map(({ id, alike }) => ({ row: Number(id), alike }))
}
