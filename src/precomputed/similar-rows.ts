import { bytewise, textIn } from '../domain/bytes-text.ts'
import { topItems } from '../engine/search/ordered-lists.ts'
import { MOST_PROPOSED, piecesOf, SIMILAR, trigramShare, trigrams } from '../engine/search/similar-words.ts'
import type { PrecomputedFile } from './precomputed-file.ts'
import { documentOf, timesOf } from './word-table.ts'

const ASCII = /^[\0-\x7f]*$/

/** How many words with a piece of an odd word are compared with it, those of the best patterns first. */
const MOST_COMPARED = 48
/** How many rows of such a word are taken, the best patterns first. */
const MOST_HOLDERS = 1_024

export interface ScoredRow {
  readonly row: number
  readonly score: number
}

/** The rows with words spelt like the asked ones, best first; equals by id. */
export function similarRows(file: PrecomputedFile, asked: readonly string[], most: number): ScoredRow[] {
  if (asked.length === 0) return []
  const words = allWords(file)
  const scores = new Float64Array(file.head.rows)
  const [found, givenFor] = [[] as number[], new Uint8Array(file.head.rows)]
  for (const [at, word] of asked.entries()) addShares(file, words, { word, number: at + 1, scores, found, givenFor })
  const order = file.numbers('idOrder')
  const isBefore = (a: number, b: number) => order[a]! < order[b]!
  return topItems(found, { scores, isBefore }, most).map((row) => ({ row, score: scores[row]! }))
}

interface Asked {
  readonly word: string
  /** Counted from 1. */
  readonly number: number
  /** By row: its sum for the asked words so far, and the last word that added to it. */
  readonly scores: Float64Array
  readonly givenFor: Uint8Array
  readonly found: number[]
}

/** Gives each row the share of its most similar word; with enough rows, it skips less similar words. */
function addShares(file: PrecomputedFile, words: AllWords, asking: Asked): void {
  const { word: asked, scores, givenFor, found } = asking
  const letters = trigrams(asked)
  const near = wordsWith(words, piecesOf([asked]))
    .map(({ word, number }) => ({ number, shared: Math.round(trigramShare(letters, word) * letters.size) }))
    .filter(({ shared }) => shared >= SIMILAR * letters.size)
    .sort((a, b) => b.shared - a.shared || a.number - b.number)
  let [given, least] = [0, 0]
  for (const { number, shared } of near) {
    if (given >= MOST_PROPOSED && shared < least) break
    least = shared
    const [from, until] = [words.places[2 * number + 1]!, words.places[2 * number + 3]!]
    const entries = file.entries('word', { from, count: until - from }, MOST_HOLDERS)
    for (let n = 0; n < entries.length; n += 1) {
      const row = documentOf(entries[n]!)
      if (timesOf(entries[n]!) === 0 || givenFor[row] === asking.number) continue
      givenFor[row] = asking.number
      given += 1
      if (scores[row] === 0) found.push(row)
      scores[row]! += shared / letters.size
    }
  }
}

/** All words of the patterns, in the order of the patterns: as one text, with the beginning of each. */
interface AllWords {
  readonly text: string
  readonly letters: Uint8Array
  /** Two numbers per word, the first of which is its position. */
  readonly places: Uint32Array
}

function allWords(file: PrecomputedFile): AllWords {
  const letters = file.section('wordLetters')
  return { text: bytewise(letters), letters, places: file.numbers('wordPlaces') }
}

/** The words that contain one of some pieces, in their order, which is that of their patterns. */
function wordsWith({ text, letters, places }: AllWords, pieces: readonly string[]) {
  const wordAt = (number: number) => {
    const [from, until] = [places[2 * number]!, places[2 * number + 2]!]
    const word = text.slice(from, until)
    return ASCII.test(word) ? word : textIn(letters.subarray(from, until))
  }
  const numbers = new Set<number>()
  for (const piece of pieces) {
    // The searched text must be decoded like the letters.
    const sought = bytewise(Buffer.from(piece))
    let left = MOST_COMPARED
    for (let at = text.indexOf(sought); at !== -1 && left > 0; ) {
      const number = numberAt(places, at)
      if (at + sought.length <= places[2 * number + 2]!) numbers.add(number)
      left -= 1
      at = text.indexOf(sought, at + 1)
    }
  }
  return [...numbers].sort((a, b) => a - b).map((number) => ({ number, word: wordAt(number) }))
}

function numberAt(places: Uint32Array, byte: number): number {
  let [low, high] = [0, places.length / 2 - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (places[2 * middle]! <= byte) low = middle
    else high = middle
  }
  return low
}
