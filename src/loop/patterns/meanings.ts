import type { Document } from '../../domain/document.ts'
import { squareOf } from '../../engine/search/byte-cosines.ts'
import type { Embedder } from '../../engine/search/static-embedder.ts'
import { quantize } from '../../engine/search/vector-search.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { MeaningIndex } from '../../injection/meaning-index.ts'
import type { CacheEntry, Journal } from '../../store/port.ts'
import { BLOCK_ROWS, blockValue, readBlocks } from './meaning-blocks.ts'
import { rewordedAfter } from './wordings.ts'

/** How many new wordings one question waits for; the rest is done by the next one. */
const MOST_AT_ONCE = 10_000

/**
 * The meanings of all patterns of a project. They are worked out once for each wording, kept in the journal's cache under the
 * embedder's id, and brought up to date when patterns got new words.
 */
export class Meanings {
  #embedder = ''
  #index = new MeaningIndex(0)
  #upTo = 0
  #versions = new Map<string, number>()

  /** The index with every wording in it. Call it when a pattern may have changed. */
  async refresh(journal: Journal, embedder: Embedder): Promise<MeaningIndex> {
    if (this.#embedder !== embedder.id) this.#take(await journal.cached(kindOf(embedder)), embedder)
    const { upTo, pages } = await rewordedAfter(journal, this.#upTo, MOST_AT_ONCE)
    const from = this.#index.size
    for await (const documents of pages) this.#addAll(embedder, documents)
    this.#upTo = upTo
    if (this.#index.size > from) await this.#keep(journal, embedder, from)
    return this.#index
  }

  #take(entries: readonly CacheEntry[], embedder: Embedder): void {
    const { index, upTo } = readBlocks(entries, embedder.dims)
    this.#embedder = embedder.id
    this.#index = index
    this.#upTo = upTo
    this.#versions = new Map(entries.map(({ id, version }) => [id, version]))
  }

  #addAll(embedder: Embedder, documents: readonly Document<PatternRecord>[]): void {
    for (const { body } of documents) {
      const { id, text, textHash } = body.pattern
      if (this.#index.has(id, textHash)) continue
      const bytes = quantize(embedder.embed(text))
      this.#index.add({ pattern: id, textHash, bytes, square: squareOf(bytes) })
    }
  }

  /** Writes the blocks that got new rows. Where another process was faster, what it wrote is read next time. */
  async #keep(journal: Journal, embedder: Embedder, from: number): Promise<void> {
    const entries: CacheEntry[] = []
    for (let row = from - (from % BLOCK_ROWS); row < this.#index.size; row += BLOCK_ROWS) {
      const id = String(row / BLOCK_ROWS).padStart(8, '0')
      const value = blockValue(this.#index, row, this.#upTo)
      entries.push({ id, version: (this.#versions.get(id) ?? 0) + 1, value })
    }
    const isKept = await journal.cache(kindOf(embedder), entries)
    if (isKept) for (const { id, version } of entries) this.#versions.set(id, version)
    else this.#embedder = ''
  }
}

/** Vectors of two embedders do not compare, so each has a kind of its own. */
function kindOf(embedder: Embedder): string {
  return `meaning/${embedder.id}`
}
