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
import { type AheadHead, type AheadRecord, MAGIC, PREAMBLE_BYTES, padded, type Section } from './ahead.ts'
import { takeQuoted } from './candidate.ts'
import { type FoundPattern, PAGE } from './gathering.ts'
import type { Fared } from './surface.ts'
import { type Holding, unpackHolding, type WordTable, wordNumber } from './word-table.ts'

/** Reads some bytes of the file, fewer where it ends. */
export type ReadAt = (offset: number, bytes: number) => Uint8Array

/** More than any head has; what is read first. */
const FIRST_BYTES = 4_096

/** A pattern of which only is known that it may not be shown. */
const HIDDEN: FoundPattern = {
  shelved: { id: '', record: {} as PatternRecord, words: new Set(), isShowable: false },
  alike: 0,
}

/** Patterns that were written ahead: asked as a journal would be, and read only as far as the question needs. */
export class AheadShelf {
  readonly head: AheadHead
  readonly #readAt: ReadAt
  readonly #bodyAt: number
  readonly #fared = new Map<string, Fared>()
  readonly #beliefs = new Map<string, Belief>()
  readonly #rowOf = new Map<string, number>()
  #recordAt: Uint32Array | undefined

  constructor(readAt: ReadAt) {
    const first = readAt(0, FIRST_BYTES)
    const numbers = new DataView(first.buffer, first.byteOffset, first.byteLength)
    if (first.length < PREAMBLE_BYTES || numbers.getUint32(0, true) !== MAGIC)
      throw new Error('the patterns written ahead are of another form')
    const length = numbers.getUint32(4, true)
    const text = PREAMBLE_BYTES + length <= first.length ? first : readAt(0, PREAMBLE_BYTES + length)
    this.head = JSON.parse(new TextDecoder().decode(text.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + length)))
    this.#readAt = readAt
    this.#bodyAt = padded(PREAMBLE_BYTES + length)
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
    this.#recordAt ??= this.#numbers('recordAt')
    const [start, end] = [this.#recordAt[from]!, this.#recordAt[until]!]
    if (end <= start) return []
    const text = new TextDecoder().decode(this.#bytes('records', start, end - 1 - start))
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

  /** The rows of the patterns that hold any of some words as they stand. */
  holding(words: Iterable<string>): Set<number> {
    const table = this.#table('word')
    const rows = new Set<number>()
    for (const word of words)
      for (const { document } of this.#holdings('word', table, word)) rows.add(document)
    return rows
  }

  /** Patterns that share words with a text, nearest first, as the journal's own search finds them. */
  search(text: string, limit: number): FoundPattern[] {
    const stems = this.#table('stem')
    const known = new Map(
      searchWords(text).map((word) => [word, this.#holdings('stem', stems, wordStem(word))] as const),
    )
    const spread = [...known].map(([word, holders]) => ({ word, documents: holders.length }))
    const { telling, unknown } = tellingWords(spread)
    const [lengths, order] = [this.#halves('lengths'), this.#numbers('idOrder')]
    const byWords = bestByWords(
      telling.map((word) => known.get(word)!.map(({ document, times }) => [document, times] as const)),
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

  /** The rows whose words are spelt like the asked ones, best first; of equals the later. */
  #alike(asked: readonly string[], most: number): { id: string; alike: number }[] {
    if (asked.length === 0) return []
    const table = this.#table('word')
    const sums = new Map<number, number>()
    for (const word of asked)
      for (const [row, share] of this.#sharesOf(word, table)) sums.set(row, (sums.get(row) ?? 0) + share)
    return [...sums]
      .sort(([rowA, a], [rowB, b]) => b - a || rowB - rowA)
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
      for (const { document, times } of this.#entriesOf('word', table, number))
        if (times > 0 && !shares.has(document)) shares.set(document, shared / letters.size)
    }
    return shares
  }

  /** Vectors of all rows, to be compared with that of a task. */
  meanings(): { bytes: Int8Array; squares: Int32Array } {
    const bytes = this.#section('meanings')
    const squares = this.#section('squares')
    return {
      bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      squares: new Int32Array(squares.buffer, squares.byteOffset, squares.length / 4),
    }
  }

  #table(kind: 'word' | 'stem'): WordTable {
    return {
      letters: this.#section(`${kind}Letters`),
      wordAt: this.#numbers(`${kind}At`),
      slots: this.#numbers(`${kind}Slots`),
      entriesAt: this.#numbers(`${kind}EntriesAt`),
    }
  }

  #holdings(kind: 'word' | 'stem', table: WordTable, word: string): Holding[] {
    const number = wordNumber(table, word)
    return number === undefined ? [] : this.#entriesOf(kind, table, number)
  }

  #entriesOf(kind: 'word' | 'stem', { entriesAt }: WordTable, number: number): Holding[] {
    const [from, until] = [entriesAt[number]!, entriesAt[number + 1]!]
    const bytes = aligned(this.#bytes(`${kind}Entries`, from * 4, (until - from) * 4))
    return Array.from(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), unpackHolding)
  }

  #numbers(name: Section): Uint32Array {
    const bytes = this.#section(name)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  }

  #halves(name: Section): Uint16Array {
    const bytes = this.#section(name)
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  }

  #section(name: Section): Uint8Array {
    return aligned(this.#bytes(name, 0, this.head.sections[name][1]))
  }

  #bytes(name: Section, from: number, bytes: number): Uint8Array {
    const read = this.#readAt(this.#bodyAt + this.head.sections[name][0] + from, bytes)
    if (read.length < bytes) throw new Error('the patterns written ahead are cut off')
    return read
  }
}

/** Numbers are read in place, which needs them at a multiple of their size. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
}

/** The words of a table that hold one of some pieces. */
function wordsWith(
  { letters, wordAt }: WordTable,
  pieces: readonly string[],
): { word: string; number: number }[] {
  const found: { word: string; number: number }[] = []
  const decoder = new TextDecoder()
  const text = decoder.decode(letters)
  if (!pieces.some((piece) => text.includes(piece))) return found
  for (let number = 0; number < wordAt.length - 1; number += 1) {
    const word = decoder.decode(letters.subarray(wordAt[number], wordAt[number + 1]))
    if (pieces.some((piece) => word.includes(piece))) found.push({ word, number })
  }
  return found
}
