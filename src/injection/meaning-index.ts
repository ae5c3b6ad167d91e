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
  /** The cosine of a pattern's present wording; undefined if that is not in the index. */
  cosine(pattern: string, textHash: string): number | undefined
  /** So many patterns, the likest first, from a place in their order on. */
  nearest(limit: number, from?: number): string[]
}

const FIRST_ROOM = 64

/** The meanings of a project's patterns, for a walk over all of them. A pattern that got other words has a new row; its old one is passed over. */
export class MeaningIndex {
  readonly dims: number
  readonly #meanings: Omit<Meaning, 'bytes'>[] = []
  readonly #rowOf = new Map<string, number>()
  #bytes: Int8Array
  #block: VectorBlock | undefined

  constructor(dims: number) {
    this.dims = dims
    this.#bytes = new Int8Array(FIRST_ROOM * dims)
  }

  get size(): number {
    return this.#meanings.length
  }

  has(pattern: string, textHash: string): boolean {
    const row = this.#rowOf.get(pattern)
    return row !== undefined && this.#meanings[row]!.textHash === textHash
  }

  add({ bytes, ...meaning }: Meaning): void {
    const row = this.#meanings.push(meaning) - 1
    this.#rowOf.set(meaning.pattern, row)
    if ((row + 1) * this.dims > this.#bytes.length) this.#grow()
    this.#bytes.set(bytes, row * this.dims)
    this.#block = undefined
  }

  /** Rows as they were added, to be kept and added again elsewhere. */
  rows(from: number, until: number): Meaning[] {
    return this.#meanings.slice(from, until).map((meaning, at) => ({
      ...meaning,
      bytes: this.#bytes.subarray((from + at) * this.dims, (from + at + 1) * this.dims),
    }))
  }

  ask(query: Int8Array): AskedMeaning {
    const similarities = similaritiesTo(this.#packed(), query)
    return {
      cosine: (pattern, textHash) =>
        this.has(pattern, textHash) ? similarities[this.#rowOf.get(pattern)!] : undefined,
      nearest: (limit, from = 0) =>
        nearestRows(similarities, from + limit)
          .slice(from)
          .filter(({ row }) => this.#rowOf.get(this.#meanings[row]!.pattern) === row)
          .map(({ row }) => this.#meanings[row]!.pattern),
    }
  }

  #packed(): VectorBlock {
    this.#block ??= vectorBlock(
      this.#bytes.subarray(0, this.size * this.dims),
      Int32Array.from(this.#meanings, ({ square }) => square),
    )
    return this.#block
  }

  #grow(): void {
    const bytes = new Int8Array(this.#bytes.length * 2)
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}
