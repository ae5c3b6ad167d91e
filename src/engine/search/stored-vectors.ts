import { type RankRoom, rankRoom, takenBy } from './rank-room.ts'
import { nearestRows, similaritiesTo, squareOf, vectorBlock } from './vector-search.ts'

/** Vectors in bytes as they lie in a file, one row after the other. */
export interface StoredVectors {
  readonly rows: number
  readonly dims: number
  /** The squared length of each row; 0 for a zero vector. */
  readonly squares: Int32Array
  /** Some rows from one on, into as many bytes. */
  readonly read: (from: number, into: Uint8Array) => void
}

/** How like rows are to one question. */
export interface Nearness {
  readonly similarity: (row: number) => number
  /** So many rows, the likest first; equals in their order. */
  readonly nearest: (limit: number) => readonly number[]
}

/** So many rows are read at a time: memory that is used again need not be made. */
const ROWS_AT_A_TIME = 512
/** The kernel reads so many numbers at a time. */
const LANE = 32
/** So many times one of its functions is called before another takes its turn. */
const TURN = 4

/** Every row compared with a query, as `similaritiesTo` and `nearestRows` do it, by a kernel where the machine can run it. */
export function nearnessTo(query: Int8Array, vectors: StoredVectors): Nearness {
  const { rows, dims } = vectors
  const bytes = [dims * 2, ROWS_AT_A_TIME * dims, rows * 4, rows * 8, rows * 4]
  const room = dims % LANE === 0 ? rankRoom(bytes.map(takenBy).reduce((sum, one) => sum + one)) : undefined
  return room === undefined ? byLoops(query, vectors) : byKernel(query, vectors, room)
}

function byKernel(query: Int8Array, vectors: StoredVectors, room: RankRoom): Nearness {
  const { rows, dims, squares, read } = vectors
  const { kernel } = room
  const turns = [kernel.cosines0, kernel.cosines1, kernel.cosines2, kernel.cosines3, kernel.cosines4]
  const [asked, some, lengths] = [room.halves(dims), room.bytes(ROWS_AT_A_TIME * dims), room.wholes(rows)]
  const [cosines, best] = [room.doubles(rows), room.wholes(rows)]
  const square = squareOf(query)
  asked.view.set(query)
  lengths.view.set(squares)
  for (let [from, calls] = [0, 0]; from < rows && square > 0; from += ROWS_AT_A_TIME, calls += 1) {
    const count = Math.min(ROWS_AT_A_TIME, rows - from)
    read(from, some.view.subarray(0, count * dims))
    turns[Math.floor(calls / TURN) % turns.length]!(
      some.at,
      count,
      dims,
      asked.at,
      square,
      lengths.at + 4 * from,
      cosines.at + 8 * from,
    )
  }
  return {
    similarity: (row) => cosines.view[row]!,
    nearest: (limit) => {
      const found = kernel.best(cosines.at, rows, Number.NEGATIVE_INFINITY, 0, limit, best.at)
      return [...best.view.subarray(0, found)]
    },
  }
}

/** The yardstick, and what runs where there is no kernel. */
export function byLoops(query: Int8Array, { rows, dims, squares, read }: StoredVectors): Nearness {
  const bytes = new Uint8Array(rows * dims)
  read(0, bytes)
  const similarities = similaritiesTo(vectorBlock(new Int8Array(bytes.buffer), squares), query)
  return {
    similarity: (row) => similarities[row]!,
    nearest: (limit) => nearestRows(similarities, limit).map(({ row }) => row),
  }
}
