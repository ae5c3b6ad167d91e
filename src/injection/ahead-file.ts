import { type AheadHead, FORM, MAGIC, OtherForm, PREAMBLE_BYTES, padded, type Section } from './ahead.ts'
import type { KeptChoice } from './ahead-choices.ts'
import { documentOf, type WordTable, wordNumber } from './word-table.ts'

/** Reads some bytes of the file, fewer where it ends. */
export type ReadAt = (offset: number, bytes: number) => Uint8Array

/** More than any head has; what is read first. */
const FIRST_BYTES = 8_192

/** Patterns that were written ahead, by their rows and bytes: which of them hold a word is told without reading any. */
export class AheadFile {
  readonly head: AheadHead
  readonly #readAt: ReadAt
  readonly #bodyAt: number
  readonly #tables = new Map<string, WordTable>()

  constructor(readAt: ReadAt) {
    const first = readAt(0, FIRST_BYTES)
    const numbers = new DataView(first.buffer, first.byteOffset, first.byteLength)
    if (first.length < PREAMBLE_BYTES || numbers.getUint32(0, true) !== MAGIC)
      throw new OtherForm('the patterns written ahead are of another form')
    const length = numbers.getUint32(4, true)
    const text = PREAMBLE_BYTES + length <= first.length ? first : readAt(0, PREAMBLE_BYTES + length)
    this.head = JSON.parse(new TextDecoder().decode(text.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + length)))
    if (this.head.v !== FORM) throw new OtherForm(`the patterns written ahead have form ${this.head.v}`)
    this.#readAt = readAt
    this.#bodyAt = padded(PREAMBLE_BYTES + length)
  }

  /** Whether the answer to a question is kept. */
  isAnswered(question = ''): boolean {
    return Object.hasOwn(this.head.choices, question)
  }

  /** The kept answer to a question, if there is one. */
  choice(question: string): KeptChoice | undefined {
    const place = this.isAnswered(question) ? this.head.choices[question] : undefined
    return place === undefined
      ? undefined
      : JSON.parse(new TextDecoder().decode(this.bytes('choices', ...place)))
  }

  /** The rows of the patterns that hold any of some words as they stand. */
  holding(words: Iterable<string>): Set<number> {
    const table = this.table('word')
    const rows = new Set<number>()
    for (const word of words)
      for (const entry of this.entries('word', table, word)) rows.add(documentOf(entry))
    return rows
  }

  table(kind: 'word' | 'stem'): WordTable {
    const known = this.#tables.get(kind)
    if (known !== undefined) return known
    const table = {
      letters: this.section(`${kind}Letters`),
      wordAt: this.numbers(`${kind}At`),
      slots: this.numbers(`${kind}Slots`),
      entriesAt: this.numbers(`${kind}EntriesAt`),
    }
    this.#tables.set(kind, table)
    return table
  }

  /** How many hold a word, and where the entries of these begin. */
  holders(table: WordTable, word: string): { from: number; count: number } {
    const number = wordNumber(table, word)
    if (number === undefined) return { from: 0, count: 0 }
    const from = table.entriesAt[number]!
    return { from, count: table.entriesAt[number + 1]! - from }
  }

  /** Who holds a word, as `packHolding` writes it. */
  entries(kind: 'word' | 'stem', table: WordTable, word: string): Uint32Array {
    const { from, count } = this.holders(table, word)
    return this.entriesAt(kind, from, count)
  }

  entriesOf(kind: 'word' | 'stem', { entriesAt }: WordTable, number: number): Uint32Array {
    const from = entriesAt[number]!
    return this.entriesAt(kind, from, entriesAt[number + 1]! - from)
  }

  entriesAt(kind: 'word' | 'stem', from: number, count: number): Uint32Array {
    if (count === 0) return NOBODY
    const bytes = aligned(this.bytes(`${kind}Entries`, from * 4, count * 4))
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  }

  numbers(name: Section): Uint32Array {
    const bytes = this.section(name)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  }

  halves(name: Section): Uint16Array {
    const bytes = this.section(name)
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  }

  section(name: Section): Uint8Array {
    return aligned(this.bytes(name, 0, this.head.sections[name][1]))
  }

  bytes(name: Section, from: number, bytes: number): Uint8Array {
    const read = this.#readAt(this.#bodyAt + this.head.sections[name][0] + from, bytes)
    if (read.length < bytes) throw new Error('the patterns written ahead are cut off')
    return read
  }
}

const NOBODY = new Uint32Array(0)

/** Numbers are read in place, which needs them at a multiple of their size. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
}
