import { ALIKE, MOST_PROPOSED, oddWords, piecesOf } from '../domain/words/alike-words.ts'
import { joinHits } from '../domain/words/join-hits.ts'
import { searchWords } from '../domain/words/search-words.ts'
import { tellingWords } from '../domain/words/telling-words.ts'
import { trigrams } from '../domain/words/trigrams.ts'
import { bestByWords } from '../domain/words/word-index.ts'
import { wordStem } from '../domain/words/word-stem.ts'
import type { Belief } from '../engine/bayes/believed-pattern.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import type { AheadHead, AheadRecord } from './ahead.ts'
import type { AheadFile } from './ahead-file.ts'
import { takeQuoted } from './candidate.ts'
import { type FoundPattern, PAGE } from './gathering.ts'
import type { Fared } from './surface.ts'
import { documentOf, timesOf, type WordTable } from './word-table.ts'

/** A pattern of which only is known that it may not be shown. */
const HIDDEN: FoundPattern = {
  shelved: { id: '', record: {} as PatternRecord, words: new Set(), isShowable: false },
  alike: 0,
}

/** Patterns that were written ahead: asked as a journal would be, and read only as far as the question needs. */
export class AheadShelf {
  readonly #file: AheadFile
  readonly #fared = new Map<string, Fared>()
  readonly #beliefs = new Map<string, Belief>()
  readonly #rowOf = new Map<string, number>()
  #recordAt: Uint32Array | undefined
  #idOrder: Uint32Array | undefined

  constructor(file: AheadFile) {
    this.#file = file
  }

  get head(): AheadHead {
    return this.#file.head
  }

  /** How a pattern that was handed out has fared. */
  fared(id: string): Fared {
    return this.#fared.get(id)!
  }

  /** What is believed of it, where that was written ahead. */
  belief(id: string): Belief {
    return this.#beliefs.get(id)!
  }

  rowOf(id: string): number {
    return this.#rowOf.get(id)!
  }

  /** The nth page of patterns of a state, best first by what does not depend on the question. */
  page(state: string, number: number): FoundPattern[] {
    let from = 0
    for (const { state: name, rows } of this.head.states) {
      if (name === state) {
        const start = Math.min(rows, number * PAGE)
        return this.#take(from + start, from + Math.min(rows, start + PAGE))
      }
      from += rows
    }
    return []
  }

  /** Patterns by the numbers of their rows. Those that may not be shown are known to be there, and no more. */
  rows(numbers: readonly number[]): FoundPattern[] {
    return numbers.flatMap((row) => {
      const found = this.#take(row, row + 1)
      return found.length === 0 ? [HIDDEN] : found
    })
  }

  #take(from: number, until: number): FoundPattern[] {
    this.#recordAt ??= this.#file.numbers('recordAt')
    const [start, end] = [this.#recordAt[from]!, this.#recordAt[until]!]
    if (end <= start) return []
    const text = new TextDecoder().decode(this.#file.bytes('records', start, end - 1 - start))
    return (JSON.parse(`[${text}]`) as AheadRecord[]).map((ahead, index) => this.#shelve(ahead, from + index))
  }

  #shelve(ahead: AheadRecord, row: number): FoundPattern {
    const { record, fared, quoted, belief, foundBy = record.pattern.text } = ahead
    const { id } = record.pattern
    this.#fared.set(id, fared)
    takeQuoted(record, quoted)
    if (belief !== undefined) this.#beliefs.set(id, belief)
    this.#rowOf.set(id, row)
    let words: ReadonlySet<string> | undefined
    const shelved = {
      id,
      record,
      isShowable: true,
      get words() {
        words ??= tokenSet(foundBy)
        return words
      },
    }
    return { shelved, alike: 0 }
  }

  /** Patterns that share words with a text, nearest first, as the journal's own search finds them. */
  search(text: string, limit: number): FoundPattern[] {
    const stems = this.#file.table('stem')
    const known = new Map(
      searchWords(text).map((word) => [word, this.#file.entries('stem', stems, wordStem(word))] as const),
    )
    const spread = [...known].map(([word, holders]) => ({ word, documents: holders.length }))
    const { telling, unknown } = tellingWords(spread)
    const [lengths, order] = [this.#file.halves('lengths'), this.#order()]
    const byWords = bestByWords(
      telling.map((word) => pairsOf(known.get(word)!)),
      {
        documents: this.head.rows,
        words: this.head.words,
        lengthOf: (row) => lengths[row]!,
        idOf: (row) => order[row]!,
      },
      limit,
    )
    const hits = byWords.map(({ document, score }) => ({ id: String(document), score }))
    const alike = this.#alike(oddWords(unknown), 2 * limit)
    return joinHits(hits, alike, limit).flatMap((hit) =>
      this.rows([Number(hit.id)]).map(({ shelved }) => ({ shelved, alike: hit.alike })),
    )
  }

  /** Where the id of each row stands among all. */
  #order(): Uint32Array {
    this.#idOrder ??= this.#file.numbers('idOrder')
    return this.#idOrder
  }

  /** The rows whose words are spelt like the asked ones, best first; of equals that with the lesser id. */
  #alike(asked: readonly string[], most: number): { id: string; alike: number }[] {
    if (asked.length === 0) return []
    const table = this.#file.table('word')
    const sums = new Map<number, number>()
    for (const word of asked)
      for (const [row, share] of this.#sharesOf(word, table)) sums.set(row, (sums.get(row) ?? 0) + share)
    const order = this.#order()
    return [...sums]
      .sort(([rowA, a], [rowB, b]) => b - a || order[rowA]! - order[rowB]!)
      .slice(0, most)
      .map(([row, alike]) => ({ id: String(row), alike }))
  }

  #sharesOf(asked: string, table: WordTable): Map<number, number> {
    const letters = trigrams(asked)
    const near = wordsWith(table, piecesOf([asked]))
      .map(({ word, number }) => ({
        number,
        shared: [...trigrams(word)].filter((one) => letters.has(one)).length,
      }))
      .filter(({ shared }) => shared >= ALIKE * letters.size)
      .sort((a, b) => b.shared - a.shared || a.number - b.number)
    const shares = new Map<number, number>()
    let least = 0
    for (const { number, shared } of near) {
      if (shares.size >= MOST_PROPOSED && shared < least) break
      least = shared
      for (const entry of this.#file.entriesOf('word', table, number))
        if (timesOf(entry) > 0 && !shares.has(documentOf(entry)))
          shares.set(documentOf(entry), shared / letters.size)
    }
    return shares
  }

  /** Vectors of all rows, to be compared with that of a task. */
  meanings(): { bytes: Int8Array; squares: Int32Array } {
    const bytes = this.#file.section('meanings')
    const squares = this.#file.section('squares')
    return {
      bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      squares: new Int32Array(squares.buffer, squares.byteOffset, squares.length / 4),
    }
  }
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

/** The words of a table that hold one of some pieces, in their order. */
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
    for (let at = text.indexOf(sought); at !== -1; ) {
      const number = numberAt(wordAt, at)
      if (at + sought.length <= wordAt[number + 1]!) numbers.add(number)
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
