import { MeaningIndex, type MeaningRow } from '../../injection/meaning-index.ts'
import type { CacheEntry } from '../../store/port.ts'

/** Rows of the index that are kept together: few enough that one new pattern writes little, many enough that all are read at once. */
export const BLOCK_ROWS = 64

/** The rows of one block, their bytes behind one another in base64, and up to which position of the journal they were read. */
interface Block {
  readonly upTo: number
  readonly rows: readonly MeaningRow[]
  readonly bytes: string
}

/** The block that begins with a row of the index. */
export function blockValue(index: MeaningIndex, from: number, upTo: number): string {
  const until = from + BLOCK_ROWS
  const { buffer, byteOffset, byteLength } = index.bytes(from, until)
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  const block: Block = { upTo, rows: index.rows(from, until), bytes }
  return JSON.stringify(block)
}

/** The index that was kept in blocks; an empty one when any of them is damaged, for they are quickly made again. */
export function readBlocks(
  entries: readonly CacheEntry[],
  dims: number,
): { index: MeaningIndex; upTo: number } {
  const index = new MeaningIndex(dims)
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
    // Not what was written here.
  }
  return { index: new MeaningIndex(dims), upTo: 0 }
}
