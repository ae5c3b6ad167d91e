import type { Document } from '../../domain/document.ts'
import { squareOf } from '../../engine/search/byte-cosines.ts'
import type { Embedder } from '../../engine/search/static-embedder.ts'
import { quantize } from '../../engine/search/vector-search.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { EmbeddingIndex, type EmbeddingRow } from '../../injection/embedding-index.ts'
import { PATTERN, WORDING } from '../../projection/documents/documents.ts'
import type { CacheEntry, Journal } from '../../store/port.ts'

/** Rows per stored block: few enough that one new pattern rewrites little, many enough to load all quickly. */
export const BLOCK_ROWS = 64

/** The rows of one block, concatenated in base64, and the journal position up to which they are current. */
interface Block {
  readonly upTo: number
  readonly rows: readonly EmbeddingRow[]
  readonly bytes: string
}

export function blockValue(index: EmbeddingIndex, from: number, upTo: number): string {
  const until = from + BLOCK_ROWS
  const { buffer, byteOffset, byteLength } = index.bytes(from, until)
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  const block: Block = { upTo, rows: index.rows(from, until), bytes }
  return JSON.stringify(block)
}

/** The index from stored blocks; empty if any is damaged, because they are quickly recomputed. */
export function readBlocks(entries: readonly CacheEntry[], dims: number) {
  const index = new EmbeddingIndex(dims)
  let upTo = 0
  try {
    for (const { value } of entries) {
      const block = JSON.parse(value) as Block
      const { buffer, byteOffset, byteLength } = Buffer.from(block.bytes, 'base64')
      index.addRows(block.rows, new Int8Array(buffer, byteOffset, byteLength))
      upTo = Math.max(upTo, block.upTo)
    }
    if (Number.isSafeInteger(upTo)) return { index, upTo }
  } catch {
    // Not a block of ours.
  }
  return { index: new EmbeddingIndex(dims), upTo: 0 }
}

/** A few at first, for there are seldom more; then ever longer pages, for the store passes over all before the one it gives. */
const FIRST_PAGE = 16
const LONGER = 8
const PAGE = 500

/** Reworded patterns, page by page, and the position up to which they are complete. */
export interface Reworded {
  readonly upTo: number
  readonly pages: AsyncIterable<readonly Document<PatternRecord>[]>
}

/** Patterns reworded after a position, up to a number, the oldest change first. */
export async function rewordedAfter(journal: Journal, position: number, most: number): Promise<Reworded> {
  const found: Document[] = []
  for (let limit = FIRST_PAGE; ; limit *= LONGER) {
    const page = await journal.list(WORDING, { states: [''], limit, offset: found.length })
    const fresh = page.filter(({ rank }) => rank > position)
    found.push(...fresh)
    if (fresh.length < limit) break
  }
  const until = found.at(-most)?.rank ?? Number.POSITIVE_INFINITY
  const reworded = found.filter(({ rank }) => rank <= until).reverse()
  return { upTo: reworded.at(-1)?.rank ?? position, pages: pagesOf(journal, reworded) }
}

async function* pagesOf(journal: Journal, reworded: readonly Document[]) {
  for (let at = 0; at < reworded.length; at += PAGE)
    yield journal.documents(reworded.slice(at, at + PAGE).map(({ id }) => ({ kind: PATTERN, id })))
}

/** New wordings embedded per call; the next call does the rest. */
const MOST_AT_ONCE = 10_000

/** The embeddings of all patterns in a project, computed once per wording and stored in the journal's cache under the embedder's id. */
export class Embeddings {
  #embedder = ''
  #index = new EmbeddingIndex(0)
  #upTo = 0
  /** The number of the block that the index begins with. */
  #first = 0
  #versions = new Map<string, number>()

  /** Updates and returns the index. Call it when a pattern may have changed. */
  async refresh(journal: Journal, embedder: Embedder): Promise<EmbeddingIndex> {
    if (this.#embedder !== embedder.id) this.#take(await journal.cached(kindOf(embedder)), embedder)
    const { upTo, pages } = await rewordedAfter(journal, this.#upTo, MOST_AT_ONCE)
    const from = this.#index.size
    for await (const documents of pages) this.#addAll(embedder, documents)
    this.#upTo = upTo
    if (this.#index.size > from) await this.#keep(journal, embedder, from)
    return this.#index
  }

  /** Keeps the meanings of new wordings for whoever asks next. It reads the last block alone, unless there is none, it is damaged, or the index is in memory. */
  async keepUp(journal: Journal, embedder: Embedder): Promise<void> {
    const tail = new Embeddings()
    if (this.#embedder !== embedder.id) tail.#take(await journal.cached(kindOf(embedder), 1), embedder)
    await (tail.#index.size > 0 ? tail : this).refresh(journal, embedder)
  }

  #take(entries: readonly CacheEntry[], embedder: Embedder): void {
    const { index, upTo } = readBlocks(entries, embedder.dims)
    this.#first = Number(entries[0]?.id ?? 0)
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

  /** Writes blocks with new rows. If another process was faster, its blocks are read next time. */
  async #keep(journal: Journal, embedder: Embedder, from: number): Promise<void> {
    const entries: CacheEntry[] = []
    for (let row = from - (from % BLOCK_ROWS); row < this.#index.size; row += BLOCK_ROWS) {
      const id = String(this.#first + row / BLOCK_ROWS).padStart(8, '0')
      const value = blockValue(this.#index, row, this.#upTo)
      entries.push({ id, version: (this.#versions.get(id) ?? 0) + 1, value })
    }
    const isKept = await journal.cache(kindOf(embedder), entries)
    if (isKept) for (const { id, version } of entries) this.#versions.set(id, version)
    else this.#embedder = ''
  }
}

/** The cache kind of an embedder, because vectors of different embedders cannot be compared. */
function kindOf(embedder: Embedder): string {
  return `meaning/${embedder.id}`
}
