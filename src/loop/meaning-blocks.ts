import { type Meaning, MeaningIndex } from '../injection/meaning-index.ts'
import type { CacheEntry } from '../store/port.ts'

/** Rows of the index that are kept together: few enough that one new pattern writes little, many enough that all are read at once. */
export const BLOCK_ROWS = 256

/** The rows of one block, their bytes behind one another in base64, and up to which position of the journal they were read. */
interface Block {
  readonly upTo: number
  readonly rows: readonly (readonly [pattern: string, textHash: string, square: number])[]
  readonly bytes: string
}

export function blockValue(rows: readonly Meaning[], upTo: number): string {
  const block: Block = {
    upTo,
    rows: rows.map(({ pattern, textHash, square }) => [pattern, textHash, square]),
    bytes: Buffer.concat(rows.map(({ bytes }) => new Uint8Array(bytes))).toString('base64'),
  }
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
      addBlock(index, block)
      upTo = Math.max(upTo, block.upTo)
    }
    if (Number.isSafeInteger(upTo)) return { index, upTo }
  } catch {
    // Not what was written here.
  }
  return { index: new MeaningIndex(dims), upTo: 0 }
}

function addBlock(index: MeaningIndex, { rows, bytes }: Block): void {
  const packed = Buffer.from(bytes, 'base64')
  const { dims } = index
  if (packed.length !== rows.length * dims) throw new Error('a block of meanings has the wrong length')
  for (const [at, [pattern, textHash, square]] of rows.entries()) {
    const start = packed.byteOffset + at * dims
    index.add({ pattern, textHash, square, bytes: new Int8Array(packed.buffer, start, dims) })
  }
}
