import { oddWords } from '../engine/search/alike-words.ts'
import { joinHits, topItems } from '../engine/search/ordered-lists.ts'
import { searchWords, tellingWords } from '../engine/search/search-words.ts'
import { wordStem } from '../engine/search/word-stem.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import { wordsWithFiles } from '../injection/relevance-to.ts'
import type { AheadFile } from './precomputed-file.ts'
import { rowsAlike, type ScoredRow } from './rows-alike.ts'
import { documentOf, type Entries } from './word-table.ts'

/** So many rows are weighed for one question. Of words that more patterns hold, each gets its share: the best of its patterns. */
const MOST_WEIGHED = 2_048

/** A row, what its words score, and how much of the odd words it spells alike. */
interface FoundRow {
  readonly row: number
  readonly score: number
  readonly alike: number
}

/** The rows that share words with a text, nearest first, as the journal's search finds them. Of words that very many rows hold only the best are looked at, so a hook's time does not grow. */
export function searchAhead(file: AheadFile, text: string, limit: number): FoundRow[] {
  const known = new Map(searchWords(text).map((word) => [word, file.holders('stem', wordStem(word))] as const))
  const spread = [...known].map(([word, { count }]) => ({ word, documents: count }))
  const { telling, unknown } = tellingWords(spread)
  const most = Math.floor(MOST_WEIGHED / Math.max(1, telling.length))
  const holders = telling.map((word) => known.get(word)!)
  const byWords = bestRows(file, holders, { limit, most })
  const alike = rowsAlike(file, oddWords(unknown), 2 * limit)
  const hits = byWords.map(({ row, score }) => ({ id: String(row), score }))
  const near = alike.map(({ row, score }) => ({ id: String(row), alike: score }))
  return joinHits(hits, near, limit).map(({ id, ...hit }) => ({ row: Number(id), ...hit }))
}

interface Bounds {
  readonly limit: number
  /** So many of those that hold a word are weighed. */
  readonly most: number
}

/** The best rows for some words, best first; of equals that with the lesser id. What `bestByWords` adds up was worked out when the file was written. */
function bestRows(file: AheadFile, words: readonly Entries[], { limit, most }: Bounds): ScoredRow[] {
  const scores = new Float64Array(file.head.rows)
  const found: number[] = []
  for (const word of words) {
    const [entries, weights] = [file.entries('stem', word, most), file.weights(word, most)]
    for (let n = 0; n < weights.length; n += 1) {
      const row = documentOf(entries[n]!)
      if (scores[row] === 0) found.push(row)
      scores[row]! += weights[n]!
    }
  }
  const order = file.numbers('idOrder')
  const isBefore = (a: number, b: number) => order[a]! < order[b]!
  return topItems(found, { scores, isBefore }, limit).map((row) => ({ row, score: scores[row]! }))
}

/** The rows of patterns that share a word with a step. */
export function relatedRows(ahead: AheadFile, subject: Subject): Set<number> {
  return ahead.holding(wordsOf(subject))
}

/** Whether there are any; mostly there is none. */
export function hasRelated(ahead: AheadFile, subject: Subject): boolean {
  return wordsOf(subject).some((word) => ahead.holders('word', word).count > 0)
}

/** The words by which patterns would speak of a step. */
function wordsOf(subject: Subject): readonly string[] {
  return subject.files.length === 0 ? subject.tags : wordsWithFiles(subject)
}
