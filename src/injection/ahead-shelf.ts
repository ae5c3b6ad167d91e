import type { Belief } from '../engine/bayes/believed-pattern.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import type { AheadHead, AheadRecord } from './ahead.ts'
import type { AheadFile } from './ahead-file.ts'
import { searchAhead } from './ahead-search.ts'
import { takeQuoted } from './candidate.ts'
import { type FoundPattern, PAGE } from './gathering.ts'
import type { Fared } from './surface.ts'

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
    return searchAhead(this.#file, text, limit).flatMap(({ row, alike }) =>
      this.rows([row]).map(({ shelved }) => ({ shelved, alike })),
    )
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
