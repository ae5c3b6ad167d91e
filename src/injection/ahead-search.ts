import { bytewise, textIn } from '../domain/bytes-text.ts'
import { ALIKE, MOST_PROPOSED, oddWords, piecesOf } from '../domain/words/alike-words.ts'
import { joinHits } from '../domain/words/join-hits.ts'
import { searchWords } from '../domain/words/search-words.ts'
import { tellingWords } from '../domain/words/telling-words.ts'
import { trigramShare, trigrams } from '../domain/words/trigrams.ts'
import { bestByWords } from '../domain/words/word-index.ts'
import { wordStem } from '../domain/words/word-stem.ts'
import type { AheadFile } from './ahead-file.ts'
import { documentOf, timesOf } from './word-table.ts'

/** So many rows are weighed for one question. Of words that more patterns hold, each gets its share: the best of its patterns. */
const MOST_WEIGHED = 2_048

/** So many words that hold a piece of an odd word are compared with it, those of the best patterns first. */
const MOST_COMPARED = 48

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
  const [lengths, order] = [file.halves('lengths'), file.numbers('idOrder')]
  const most = Math.floor(MOST_WEIGHED / Math.max(1, telling.length))
  const byWords = bestByWords(
    telling.map((word) => {
      const holders = known.get(word)!
      return { held: holders.count, by: pairsOf(file.entries('stem', holders, most)) }
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
  const words = allWords(file)
  const sums = new Map<number, number>()
  for (const word of asked)
    for (const [row, share] of sharesOf(file, words, word)) sums.set(row, (sums.get(row) ?? 0) + share)
  const order = file.numbers('idOrder')
  return [...sums]
    .sort(([rowA, a], [rowB, b]) => b - a || order[rowA]! - order[rowB]!)
    .slice(0, most)
    .map(([row, alike]) => ({ id: String(row), alike }))
}

function sharesOf(file: AheadFile, words: AllWords, asked: string): Map<number, number> {
  const letters = trigrams(asked)
  const near = wordsWith(words, piecesOf([asked]))
    .map(({ word, number }) => ({ number, shared: Math.round(trigramShare(letters, word) * letters.size) }))
    .filter(({ shared }) => shared >= ALIKE * letters.size)
    .sort((a, b) => b.shared - a.shared || a.number - b.number)
  const shares = new Map<number, number>()
  let least = 0
  for (const { number, shared } of near) {
    if (shares.size >= MOST_PROPOSED && shared < least) break
    least = shared
    const [from, until] = [words.places[2 * number + 1]!, words.places[2 * number + 3]!]
    for (const entry of file.entries('word', { from, count: until - from }))
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

/** All words of the patterns, in the order of these: as one text, and where each begins in it. */
interface AllWords {
  readonly text: string
  readonly letters: Uint8Array
  /** Two numbers a word, of which the first is its place. */
  readonly places: Uint32Array
}

function allWords(file: AheadFile): AllWords {
  const letters = file.section('wordLetters')
  return { text: bytewise(letters), letters, places: file.numbers('wordPlaces') }
}

/** The words that hold one of some pieces, in their order, which is that of the patterns they stand in. */
function wordsWith(
  { text, letters, places }: AllWords,
  pieces: readonly string[],
): { word: string; number: number }[] {
  const numbers = new Set<number>()
  for (const piece of pieces) {
    // What is looked for is read as the letters were.
    const sought = bytewise(Buffer.from(piece))
    let left = MOST_COMPARED
    for (let at = text.indexOf(sought); at !== -1 && left > 0; ) {
      const number = numberAt(places, at)
      if (at + sought.length <= places[2 * number + 2]!) numbers.add(number)
      left -= 1
      at = text.indexOf(sought, at + 1)
    }
  }
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({
      number,
      word: textIn(letters.subarray(places[2 * number], places[2 * number + 2])),
    }))
}

/** The word in which a byte stands. */
function numberAt(places: Uint32Array, byte: number): number {
  let [low, high] = [0, places.length / 2 - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (places[2 * middle]! <= byte) low = middle
    else high = middle
  }
  return low
}
