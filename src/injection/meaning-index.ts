import {
  nearestRows,
  similaritiesTo,
  type VectorBlock,
  vectorBlock,
} from '../engine/embedding/vector-search.ts'

/** The meaning of a pattern's wording: a vector in bytes, and its squared length. */
export interface Meaning {
  readonly pattern: string
  readonly textHash: string
  readonly bytes: Int8Array
  readonly square: number
}

/** How like the patterns are to one question. */
export interface AskedMeaning {
  /** By the rows of the index: the cosine of each. */
  readonly cosines: Float64Array
  /** So many patterns, the likest first, from a place in their order on. */
  nearest(limit: number, from?: number): string[]
}

const FIRST_ROOM = 64

/** Tells two wordings of one pattern apart; so much of a hash is enough for that. */
const HASH_LETTERS = 16

/** A row without its vector. */
export type MeaningRow = readonly [pattern: string, textHash: string, square: number]

/** The meanings of a project's patterns, for a walk over all of them. A pattern that got other words has a new row; its old one is passed over. */
export class MeaningIndex {
  readonly dims: number
  readonly #rows: MeaningRow[] = []
  readonly #rowOf = new Map<string, number>()
  #bytes: Int8Array
  #block: VectorBlock | undefined

  constructor(dims: number) {
    this.dims = dims
    this.#bytes = new Int8Array(FIRST_ROOM * dims)
  }

  get size(): number {
    return this.#rows.length
  }

  has(pattern: string, textHash: string): boolean {
    return this.rowOf(pattern, textHash) !== undefined
  }

  /** The vector of a pattern's present wording; undefined if that is not in the index. */
  vector(pattern: string, textHash: string): { bytes: Int8Array; square: number } | undefined {
    const row = this.rowOf(pattern, textHash)
    return row === undefined ? undefined : { bytes: this.bytes(row, row + 1), square: this.#rows[row]![2] }
  }

  /** Where a pattern's present wording stands; undefined if it is not in the index. It stays there. */
  rowOf(pattern: string, textHash: string): number | undefined {
    const row = this.#rowOf.get(pattern)
    return row !== undefined && textHash.startsWith(this.#rows[row]![1]) ? row : undefined
  }

  add({ pattern, textHash, bytes, square }: Meaning): void {
    this.addRows([[pattern, textHash.slice(0, HASH_LETTERS), square]], bytes)
  }

  /** Rows as `rows` and `bytes` gave them. */
  addRows(rows: readonly MeaningRow[], bytes: Int8Array): void {
    if (bytes.length !== rows.length * this.dims) throw new Error('rows of meanings have the wrong length')
    const from = this.size
    this.#makeRoom((from + rows.length) * this.dims)
    this.#bytes.set(bytes, from * this.dims)
    for (const row of rows) this.#rowOf.set(row[0], this.#rows.push(row) - 1)
    this.#block = undefined
  }

  rows(from: number, until: number): readonly MeaningRow[] {
    return this.#rows.slice(from, until)
  }

  bytes(from: number, until: number): Int8Array {
    return this.#bytes.subarray(from * this.dims, Math.min(until, this.size) * this.dims)
  }

  ask(query: Int8Array): AskedMeaning {
    const cosines = similaritiesTo(this.#packed(), query)
    return {
      cosines,
      nearest: (limit, from = 0) =>
        nearestRows(cosines, from + limit)
          .slice(from)
          .filter(({ row }) => this.#rowOf.get(this.#rows[row]![0]) === row)
          .map(({ row }) => this.#rows[row]![0]),
    }
  }

  #packed(): VectorBlock {
    this.#block ??= vectorBlock(
      this.#bytes.subarray(0, this.size * this.dims),
      Int32Array.from(this.#rows, ([, , square]) => square),
    )
    return this.#block
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#bytes.length) return
    const wider = new Int8Array(Math.max(bytes, this.#bytes.length * 2))
    wider.set(this.#bytes)
    this.#bytes = wider
  }
}
