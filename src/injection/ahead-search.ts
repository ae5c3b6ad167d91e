import { ALIKE, MOST_PROPOSED, oddWords, piecesOf } from '../domain/words/alike-words.ts'
import { joinHits } from '../domain/words/join-hits.ts'
import { searchWords } from '../domain/words/search-words.ts'
import { tellingWords } from '../domain/words/telling-words.ts'
import { trigramShare, trigrams } from '../domain/words/trigrams.ts'
import { bestByWords } from '../domain/words/word-index.ts'
import { wordStem } from '../domain/words/word-stem.ts'
import type { AheadFile } from './ahead-file.ts'
import { documentOf, timesOf, type WordTable } from './word-table.ts'

/** So many rows are weighed for one question. Of words that more patterns hold, each gets its share: the best of its patterns. */
const MOST_WEIGHED = 2_048

/** So many words that hold a piece of an odd word are compared with it, those of the best patterns first. */
const MOST_COMPARED = 48

/**
 * The rows that share words with a text, nearest first, as the journal's own search finds them. A hook's time does not grow with the patterns, so of words that
 * very many of them hold only the best are looked at; rows are in the order of what patterns are worth.
 */
export function searchAhead(file: AheadFile, text: string, limit: number): { row: number; alike: number }[] {
  const stems = file.table('stem')
  const known = new Map(searchWords(text).map((word) => [word, file.holders(stems, wordStem(word))] as const))
  const spread = [...known].map(([word, { count }]) => ({ word, documents: count }))
  const { telling, unknown } = tellingWords(spread)
  const [lengths, order] = [file.halves('lengths'), file.numbers('idOrder')]
  const most = Math.floor(MOST_WEIGHED / Math.max(1, telling.length))
  const byWords = bestByWords(
    telling.map((word) => {
      const { from, count } = known.get(word)!
      return { held: count, by: pairsOf(file.entriesAt('stem', from, Math.min(count, most))) }
    }),
    {
      documents: file.head.rows,
      words: file.head.words,
      lengthOf: (row) => lengths[row]!,
      idOf: (row) => order[row]!,
    },
    limit,
  )
  const hits = byWords.map(({ document, score }) => ({ id: String(document), score }))
  const alike = rowsAlike(file, oddWords(unknown), 2 * limit)
  return joinHits(hits, alike, limit).map(({ id, alike }) => ({ row: Number(id), alike }))
}

/** The rows whose words are spelt like the asked ones, best first; of equals that with the lesser id. */
function rowsAlike(file: AheadFile, asked: readonly string[], most: number): { id: string; alike: number }[] {
  if (asked.length === 0) return []
  const table = file.table('word')
  const sums = new Map<number, number>()
  for (const word of asked)
    for (const [row, share] of sharesOf(file, table, word)) sums.set(row, (sums.get(row) ?? 0) + share)
  const order = file.numbers('idOrder')
  return [...sums]
    .sort(([rowA, a], [rowB, b]) => b - a || order[rowA]! - order[rowB]!)
    .slice(0, most)
    .map(([row, alike]) => ({ id: String(row), alike }))
}

function sharesOf(file: AheadFile, table: WordTable, asked: string): Map<number, number> {
  const letters = trigrams(asked)
  const near = wordsWith(table, piecesOf([asked]))
    .map(({ word, number }) => ({ number, shared: Math.round(trigramShare(letters, word) * letters.size) }))
    .filter(({ shared }) => shared >= ALIKE * letters.size)
    .sort((a, b) => b.shared - a.shared || a.number - b.number)
  const shares = new Map<number, number>()
  let least = 0
  for (const { number, shared } of near) {
    if (shares.size >= MOST_PROPOSED && shared < least) break
    least = shared
    for (const entry of file.entriesOf('word', table, number))
      if (timesOf(entry) > 0 && !shares.has(documentOf(entry)))
        shares.set(documentOf(entry), shared / letters.size)
  }
  return shares
}

/** Holdings as `bestByWords` takes them. */
function pairsOf(entries: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(entries.length * 2)
  for (let n = 0; n < entries.length; n += 1) {
    pairs[2 * n] = documentOf(entries[n]!)
    pairs[2 * n + 1] = timesOf(entries[n]!)
  }
  return pairs
}

/** The words of a table that hold one of some pieces, in their order, which is that of the patterns they stand in. */
function wordsWith(
  { letters, wordAt }: WordTable,
  pieces: readonly string[],
): { word: string; number: number }[] {
  // A letter for every byte, so that a place in the text is a place in the table; what is looked for is read alike.
  const bytewise = new TextDecoder('latin1')
  const text = bytewise.decode(letters)
  const numbers = new Set<number>()
  for (const piece of pieces) {
    const sought = bytewise.decode(new TextEncoder().encode(piece))
    let left = MOST_COMPARED
    for (let at = text.indexOf(sought); at !== -1 && left > 0; ) {
      const number = numberAt(wordAt, at)
      if (at + sought.length <= wordAt[number + 1]!) numbers.add(number)
      left -= 1
      at = text.indexOf(sought, at + 1)
    }
  }
  const decoder = new TextDecoder()
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({ number, word: decoder.decode(letters.subarray(wordAt[number], wordAt[number + 1])) }))
}

/** The word in which a byte stands. */
function numberAt(wordAt: Uint32Array, byte: number): number {
  let [low, high] = [0, wordAt.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (wordAt[middle]! <= byte) low = middle
    else high = middle
  }
  return low
}
