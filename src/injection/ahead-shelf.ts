import { textIn } from '../domain/bytes-text.ts'
import type { StoredVectors } from '../engine/embedding/stored-vectors.ts'
import { tokensFor } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import type { AheadHead, AheadRecord } from './ahead.ts'
import type { AheadFile } from './ahead-file.ts'
import { searchAhead } from './ahead-search.ts'
import { takeQuoted } from './candidate.ts'
import { type FoundPattern, PAGE } from './gathering.ts'

/** A pattern of which only is known that it may not be shown, under either profile. */
const BARRED = { pattern: { decisions: {}, quarantined: true } } as PatternRecord
const HIDDEN: FoundPattern = {
  shelved: { id: '', record: BARRED, words: new Set(), isShowable: false },
  alike: 0,
}

interface Known extends Pick<AheadRecord, 'fared' | 'steady'> {
  readonly row: number
  readonly belief: AheadRecord['belief']
}

/** Patterns that were written ahead: asked as a journal would be, and read only as far as the question needs. */
export class AheadShelf {
  readonly #file: AheadFile
  readonly #withFiles: boolean
  readonly #known = new Map<string, Known>()
  /** Where each record begins, and its files. */
  #forAll: Uint8Array | undefined
  readonly #at: { record?: Uint32Array; files?: Uint32Array } = {}

  /** The files of patterns are read only for who asks by files. */
  constructor(file: AheadFile, { withFiles }: { readonly withFiles: boolean }) {
    this.#file = file
    this.#withFiles = withFiles
  }

  get head(): AheadHead {
    return this.#file.head
  }

  /** What goes with a pattern that was handed out. */
  known(id: string): Known {
    return this.#known.get(id)!
  }

  /** The nth page of patterns of a state, best first by what does not depend on the question. */
  page(state: string, number: number): FoundPattern[] {
    return this.#take(...this.#pageAt(state, number))
  }

  /** The same by their rows alone. */
  pageRows(state: string, number: number): number[] {
    const [from, until] = this.#pageAt(state, number)
    return Array.from({ length: until - from }, (_, n) => from + n)
  }

  #pageAt(state: string, number: number): [from: number, until: number] {
    let first = 0
    for (const { state: name, rows } of this.head.states) {
      const start = Math.min(rows, number * PAGE)
      if (name === state) return [first + start, first + Math.min(rows, start + PAGE)]
      first += rows
    }
    return [0, 0]
  }

  /** Whether a pattern is for an agent without a name. */
  isForAll(row: number): boolean {
    this.#forAll ??= this.#file.section('forAll')
    return this.#forAll[row] === 1
  }

  /** Patterns by the numbers of their rows. Those that may not be shown are known to be there, and no more. */
  rows(numbers: readonly number[]): FoundPattern[] {
    return numbers.flatMap((row) => {
      const found = this.#take(row, row + 1)
      return found.length === 0 ? [HIDDEN] : found
    })
  }

  #take(from: number, until: number): FoundPattern[] {
    const records = this.#listed<AheadRecord>('record', from, until)
    if (this.#withFiles && records.length > 0) {
      const files = this.#listed<readonly string[]>('files', from, until)
      for (const [n, { record }] of records.entries()) Object.assign(record.pattern, { files: files[n] })
    }
    return records.map((ahead, index) => this.#shelve(ahead, from + index))
  }

  #listed<T>(name: 'record' | 'files', from: number, until: number): T[] {
    this.#at[name] ??= this.#file.numbers(`${name}At`)
    const [start, end] = [this.#at[name][from]!, this.#at[name][until]!]
    if (end <= start) return []
    const bytes = this.#file.bytes(name === 'record' ? 'records' : name, start, end - 1 - start)
    return JSON.parse(`[${textIn(bytes)}]`) as T[]
  }

  #shelve(ahead: AheadRecord, row: number): FoundPattern {
    const { record, fared, steady, belief, cost, more = '' } = ahead
    const { id, text, role } = record.pattern
    const quoted = ahead.quoted ?? { text, role }
    takeQuoted(record, quoted)
    this.#known.set(id, { row, fared, steady, belief })
    let words: ReadonlySet<string> | undefined
    const shelved = {
      id,
      record,
      isShowable: true,
      // By the policy of whoever wrote it; who changes the policy writes anew.
      steadyWorth: () => steady,
      ...(cost === undefined ? {} : { tokensFor: (asked: string) => tokensFor(cost, quoted.role, asked) }),
      get words() {
        words ??= tokenSet(text + more)
        return words
      },
    }
    return { shelved, alike: 0 }
  }

  /** Patterns that share words with a text, nearest first, as the journal's own search finds them; of these, the wanted ones are read. */
  search(text: string, limit: number, isWanted: (row: number) => boolean): FoundPattern[] {
    return searchAhead(this.#file, text, limit)
      .filter(({ row }) => isWanted(row))
      .flatMap(({ row, alike }) => this.rows([row]).map(({ shelved }) => ({ shelved, alike })))
  }

  /** Vectors of all rows, to be compared with that of a task. */
  meanings(dims: number): StoredVectors {
    const squares = this.#file.numbers('squares')
    return {
      rows: squares.length,
      dims,
      squares: new Int32Array(squares.buffer, squares.byteOffset, squares.length),
      read: (from, into) => this.#file.readInto(into, 'meanings', from * dims),
    }
  }
}
