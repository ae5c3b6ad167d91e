import { type ByteRows, byteRows, plainRows } from '../engine/search/byte-cosines.ts'
import { nearestRows, similaritiesTo } from '../engine/search/vector-search.ts'

/** The meaning of a pattern's wording: a vector in bytes, and its squared length. */
export interface Embedding {
  readonly pattern: string
  readonly textHash: string
  readonly bytes: Int8Array
  readonly square: number
}

/** The similarity of the patterns to one question. */
export interface AskedEmbedding {
  /** The cosine of each row of the index. */
  readonly cosines: Float64Array
  /** The most similar patterns, at most `limit`, starting at place `from` of their order. */
  nearest(limit: number, from?: number): string[]
}

const FIRST_ROOM = 64
const MOST_UNPACKED = 64

/** Enough of a hash to distinguish two wordings of one pattern. */
const HASH_LETTERS = 16

/** A row without its vector. */
export type EmbeddingRow = readonly [pattern: string, textHash: string, square: number]

/** The vectors of a project's patterns, for comparing all of them. A reworded pattern gets a new row; its old one is skipped. */
export class EmbeddingIndex {
  readonly dims: number
  readonly #rows: EmbeddingRow[] = []
  readonly #rowOf = new Map<string, number>()
  /** Rows of patterns that were reworded since. */
  readonly #old = new Set<number>()
  #bytes: Int8Array
  #packed: { readonly until: number; readonly block: ByteRows }

  constructor(dims: number) {
    this.dims = dims
    this.#bytes = new Int8Array(FIRST_ROOM * dims)
    this.#packed = { until: 0, block: this.#block(0, 0) }
  }

  get size(): number {
    return this.#rows.length
  }

  has(pattern: string, textHash: string): boolean {
    return this.rowOf(pattern, textHash) !== undefined
  }

  /** The vector of a pattern's current wording; undefined if it is not in the index. */
  vector(pattern: string, textHash: string): { bytes: Int8Array; square: number } | undefined {
    const row = this.rowOf(pattern, textHash)
    return row === undefined ? undefined : { bytes: this.bytes(row, row + 1), square: this.#rows[row]![2] }
  }

  /** The row of a pattern's current wording; undefined if it is not in the index. The row does not change. */
  rowOf(pattern: string, textHash: string): number | undefined {
    const row = this.#rowOf.get(pattern)
    return row !== undefined && textHash.startsWith(this.#rows[row]![1]) ? row : undefined
  }

  add({ pattern, textHash, bytes, square }: Embedding): void {
    this.addRows([[pattern, textHash.slice(0, HASH_LETTERS), square]], bytes)
  }

  /** Rows as `rows` and `bytes` gave them. */
  addRows(rows: readonly EmbeddingRow[], bytes: Int8Array): void {
    if (bytes.length !== rows.length * this.dims) throw new Error('rows of meanings have the wrong length')
    const from = this.size
    this.#makeRoom((from + rows.length) * this.dims)
    this.#bytes.set(bytes, from * this.dims)
    for (const row of rows) {
      const before = this.#rowOf.get(row[0])
      if (before !== undefined) this.#old.add(before)
      this.#rowOf.set(row[0], this.#rows.push(row) - 1)
    }
  }

  rows(from: number, until: number): readonly EmbeddingRow[] {
    return this.#rows.slice(from, until)
  }

  bytes(from: number, until: number): Int8Array {
    return this.#bytes.subarray(from * this.dims, Math.min(until, this.size) * this.dims)
  }

  ask(query: Int8Array): AskedEmbedding {
    const cosines = this.#cosines(query)
    return {
      cosines,
      nearest: (limit, from = 0) =>
        nearestRows(cosines, from + limit)
          .slice(from)
          .filter(({ row }) => !this.#old.has(row))
          .map(({ row }) => this.#rows[row]![0]),
    }
  }

  /** Packing all rows takes longer than querying them, so the few unpacked new rows are queried separately. */
  #cosines(query: Int8Array): Float64Array {
    if (this.#packed.until < this.size - MOST_UNPACKED)
      this.#packed = { until: this.size, block: this.#block(0, this.size) }
    const { until, block } = this.#packed
    if (until === this.size) return similaritiesTo(block, query)
    const cosines = new Float64Array(this.size)
    cosines.set(similaritiesTo(block, query))
    cosines.set(similaritiesTo(this.#block(until, this.size, plainRows), query), until)
    return cosines
  }

  #block(from: number, until: number, roomFor = byteRows): ByteRows {
    const block = roomFor(until - from, this.dims)
    block.bytes.set(this.bytes(from, until))
    for (let row = from; row < until; row += 1) block.squares[row - from] = this.#rows[row]![2]
    return block
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#bytes.length) return
    const wider = new Int8Array(Math.max(bytes, this.#bytes.length * 2))
    wider.set(this.#bytes)
    this.#bytes = wider
  }
}
