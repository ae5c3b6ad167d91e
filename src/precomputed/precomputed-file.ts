import { textIn } from '../domain/bytes-text.ts'
import type { KeptChoice } from './kept-choices.ts'
import {
  type FileHead,
  FORM,
  type KnownFailures,
  type LineCounts,
  MAGIC,
  OtherForm,
  PREAMBLE_BYTES,
  PRECOMPUTED_FILES,
  padded,
  type Section,
} from './precomputed-layout.ts'
import { documentOf, type Entries, findWord, type WordParts } from './word-table.ts'

/** Reads bytes of the file, fewer at its end; a file reads them into `given`, if present. */
export type ReadAt = (offset: number, bytes: number, given?: Uint8Array) => Uint8Array

/** More than any head has; read first. */
const FIRST_BYTES = 8_192

/** Precomputed patterns, by their rows and bytes: which of them contain a word is known without reading any. */
export class PrecomputedFile {
  readonly head: FileHead
  /** The whole file, if this one contains the changes since. Its rows follow those of this file, and the replaced ones do not count. */
  readonly base: PrecomputedFile | undefined
  readonly #replaced: ReadonlySet<number>
  readonly #readAt: ReadAt
  readonly #bodyAt: number
  readonly #tables: { [kind in Kind]?: WordParts } = {}

  constructor(readAt: ReadAt, whole?: PrecomputedFile) {
    const first = readAt(0, FIRST_BYTES)
    const numbers = new DataView(first.buffer, first.byteOffset, first.byteLength)
    if (first.length < PREAMBLE_BYTES || numbers.getUint32(0, true) !== MAGIC)
      throw new OtherForm('the precomputed patterns are of another form')
    const length = numbers.getUint32(4, true)
    const text = PREAMBLE_BYTES + length <= first.length ? first : readAt(0, PREAMBLE_BYTES + length)
    this.head = JSON.parse(textIn(text.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + length)))
    if (this.head.v !== FORM) throw new OtherForm(`the precomputed patterns have form ${this.head.v}`)
    this.#readAt = readAt
    this.#bodyAt = padded(PREAMBLE_BYTES + length)
    this.base = whole !== undefined && this.head.base?.stamp === whole.head.stamp ? whole : undefined
    this.#replaced = new Set(this.head.base?.replaced)
  }

  /** Whether a row of the whole file is out of date. */
  isReplaced(row: number): boolean {
    return this.#replaced.has(row)
  }

  /** This file and its base, each with the number of its first row. */
  get parts(): readonly { readonly file: PrecomputedFile; readonly first: number }[] {
    const own = { file: this, first: 0 }
    return this.base === undefined ? [own] : [own, { file: this.base, first: this.head.rows }]
  }

  isAnswered(question = ''): boolean {
    return Object.hasOwn(this.head.choices, question)
  }

  choice(question: string): KeptChoice | undefined {
    const place = this.isAnswered(question) ? this.head.choices[question] : undefined
    return place === undefined ? undefined : JSON.parse(textIn(this.bytes('choices', ...place)))
  }

  /** The token counts of the lines around most blocks. */
  counts(): LineCounts {
    return JSON.parse(textIn(this.section('counts')))
  }

  /** Whether a session other than this one had one of these failures. */
  isKnownFailure(ids: readonly string[], run: string): boolean {
    const failures = JSON.parse(textIn(this.section('failures'))) as KnownFailures
    return ids.some((id) => Object.hasOwn(failures, id) && failures[id]!.some((met) => met !== run))
  }

  /** The rows of patterns that literally contain any of some words. */
  holding(words: readonly string[]): Set<number> {
    const rows = new Set<number>()
    for (const word of words)
      for (const entry of this.entries('word', this.holders('word', word))) rows.add(documentOf(entry))
    for (const row of this.base?.holding(words) ?? []) if (!this.isReplaced(row)) rows.add(this.head.rows + row)
    return rows
  }

  /** The number of rows that contain a word, and where their entries begin. */
  holders(kind: Kind, word: string): Entries {
    this.#tables[kind] ??= this.#table(kind)
    return findWord(this.#tables[kind], word) ?? NONE
  }

  #table(kind: Kind): WordParts {
    return {
      slotCount: this.head.sections[`${kind}Slots`][1] / PAIR_BYTES,
      slots: (from, count) => this.#pairs(`${kind}Slots`, from, count),
      places: (from, count) => this.#pairs(`${kind}Places`, from, count),
      letters: (from, until) => this.bytes(`${kind}Letters`, from, until - from),
    }
  }

  #pairs(name: Section, from: number, count: number): Uint32Array {
    return numbersIn(this.bytes(name, from * PAIR_BYTES, count * PAIR_BYTES))
  }

  /** The rows that contain a word, in the format of `packHolding`: all of them, or the first `most`. */
  entries(kind: Kind, { from, count }: Entries, most = count): Uint32Array {
    return count === 0 ? NOBODY : numbersIn(this.bytes(`${kind}Entries`, from * 4, Math.min(count, most) * 4))
  }

  numbers(name: Section): Uint32Array {
    return numbersIn(this.section(name))
  }

  /** The search weight of a word in each of its entries. */
  weights({ from, count }: Entries, most: number): Float64Array {
    const bytes = this.bytes('stemWeights', from * WEIGHT_BYTES, Math.min(count, most) * WEIGHT_BYTES)
    const { buffer, byteOffset, length } = bytes.byteOffset % WEIGHT_BYTES === 0 ? bytes : bytes.slice()
    return new Float64Array(buffer, byteOffset, length / WEIGHT_BYTES)
  }

  section(name: Section): Uint8Array {
    return aligned(this.bytes(name, 0, this.head.sections[name][1]))
  }

  readInto(into: Uint8Array, name: Section, from: number): void {
    const read = this.#readAt(this.#bodyAt + this.head.sections[name][0] + from, into.length, into)
    if (read.length < into.length) throw new Error(CUT_OFF)
    if (read.buffer !== into.buffer) into.set(read)
  }

  bytes(name: Section, from: number, bytes: number): Uint8Array {
    const read = this.#readAt(this.#bodyAt + this.head.sections[name][0] + from, bytes)
    if (read.length < bytes) throw new Error(CUT_OFF)
    return read
  }
}

/** The precomputed patterns, including changes. Undefined if there are none, or if they have another format than this version reads. */
export function newestPrecomputed(open: (name: string) => ReadAt | undefined): PrecomputedFile | undefined {
  const part = (name: string, whole?: PrecomputedFile) => {
    const readAt = open(name)
    try {
      return readAt && new PrecomputedFile(readAt, whole)
    } catch (error) {
      if (error instanceof OtherForm) return undefined
      throw error
    }
  }
  const whole = part(PRECOMPUTED_FILES.whole)
  const changes = whole && part(PRECOMPUTED_FILES.changes, whole)
  return changes?.base === undefined ? whole : changes
}

type Kind = 'word' | 'stem'

const CUT_OFF = 'the precomputed patterns are cut off'

const PAIR_BYTES = 8
const WEIGHT_BYTES = 8
const NONE: Entries = { from: 0, count: 0 }
const NOBODY = new Uint32Array(0)

function numbersIn(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = aligned(bytes)
  return new Uint32Array(buffer, byteOffset, length / 4)
}

/** Numbers are read in place, so they must begin at a multiple of their size. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
}
