import { joinHits, topItems } from '../engine/search/ordered-lists.ts'
import { searchWords, tellingWords } from '../engine/search/search-words.ts'
import { oddWords } from '../engine/search/similar-words.ts'
import { wordStem } from '../engine/search/word-stem.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import { wordsWithFiles } from '../injection/relevance-to.ts'
import type { PrecomputedFile } from './precomputed-file.ts'
import { type ScoredRow, similarRows } from './similar-rows.ts'
import { documentOf, type Entries } from './word-table.ts'

/** How many rows are weighed for one question. Words in more patterns share this number: each gets its best ones. */
const MOST_WEIGHED = 2_048

/** A row, the score of its words, and how much of the odd words it spells alike. */
interface FoundRow {
  readonly row: number
  readonly score: number
  readonly similar: number
}

/** The rows that share words with a text, nearest first, as the journal's search finds them. For words in very many rows only the best are read, so a hook's time does not grow. */
export function searchPrecomputed(file: PrecomputedFile, text: string, limit: number): FoundRow[] {
  const { parts } = file
  const holdersOf = (stem: string) => parts.map((part) => part.file.holders('stem', stem))
  const known = new Map(searchWords(text).map((word) => [word, holdersOf(wordStem(word))] as const))
  const held = (holders: readonly Entries[]) => holders.reduce((sum, { count }) => sum + count, 0)
  const spread = [...known].map(([word, holders]) => ({ word, documents: held(holders) }))
  const { telling, unknown } = tellingWords(spread)
  const most = Math.floor(MOST_WEIGHED / Math.max(1, telling.length))
  const holders = telling.map((word) => known.get(word)!)
  const byWords = bestRows(file, holders, { limit, most })
  const similar = similarIn(file, oddWords(unknown), 2 * limit)
  const hits = byWords.map(({ row, score }) => ({ id: String(row), score }))
  const near = similar.map(({ row, score }) => ({ id: String(row), similar: score }))
  return joinHits(hits, near, limit).map(({ id, ...hit }) => ({ row: Number(id), ...hit }))
}

interface Bounds {
  readonly limit: number
  /** How many of the rows with a word are weighed. */
  readonly most: number
}

/** The best rows for some words, best first; equals by id. The terms that `bestByWords` adds up were computed when the file was written. */
function bestRows(
  source: PrecomputedFile,
  words: readonly (readonly Entries[])[],
  { limit, most }: Bounds,
): ScoredRow[] {
  const { parts } = source
  const rows = parts.reduce((sum, { file }) => sum + file.head.rows, 0)
  const scores = new Float64Array(rows)
  const found: number[] = []
  for (const [at, { file, first }] of parts.entries())
    for (const holders of words) {
      const word = holders[at]!
      const [entries, weights] = [file.entries('stem', word, most), file.weights(word, most)]
      for (let n = 0; n < weights.length; n += 1) {
        const row = first + documentOf(entries[n]!)
        if (isOld(source, row)) continue
        if (scores[row] === 0) found.push(row)
        scores[row]! += weights[n]!
      }
    }
  const order = parts.at(-1)!.file.numbers('idOrder')
  const { first } = parts.at(-1)!
  const place = (row: number) => (row < first ? source.head.base!.idPlaces[row]! : order[row - first]!)
  const isBefore = (a: number, b: number) => place(a) < place(b)
  return topItems(found, { scores, isBefore }, limit).map((row) => ({ row, score: scores[row]! }))
}

/** Whether the changes replace this row of the whole file. */
function isOld(source: PrecomputedFile, row: number): boolean {
  return row >= source.head.rows && source.isReplaced(row - source.head.rows)
}

/** The rows with words spelt like the asked ones, in the changes and in the whole file. */
function similarIn(source: PrecomputedFile, asked: readonly string[], most: number): readonly ScoredRow[] {
  const found = source.parts.map(({ file, first }) =>
    similarRows(file, asked, most).map(({ row, score }) => ({ row: first + row, score })),
  )
  if (found.length === 1) return found[0]!
  const left = found.flat().filter(({ row }) => !isOld(source, row))
  return left.sort((a, b) => b.score - a.score).slice(0, most)
}

/** The rows of patterns that share a word with a step. */
export function relatedRows(source: PrecomputedFile, subject: Subject): Set<number> {
  return source.holding(wordsOf(subject))
}

/** Whether there are any; usually there are none. */
export function hasRelated(source: PrecomputedFile, subject: Subject): boolean {
  return wordsOf(subject).some((word) => source.parts.some(({ file }) => file.holders('word', word).count > 0))
}

/** The words that patterns would use for a step. */
function wordsOf(subject: Subject): readonly string[] {
  return subject.files.length === 0 ? subject.tags : wordsWithFiles(subject)
}
