import { rankRoom, takenBy } from './rank-room.ts'

/** The vectors of the pieces of a text, added up. */
export interface RowSum {
  readonly sum: Float64Array
  add(row: Int8Array, scale: number): void
}

export function plainSum(dims: number): RowSum {
  const sum = new Float64Array(dims)
  return {
    sum,
    add: (row, scale) => {
      for (let d = 0; d < dims; d += 1) sum[d]! += scale * row[d]!
    },
  }
}

/** The same by a kernel where the machine can run it, for a process that ends before V8 has made the loop fast. */
export function kernelSum(dims: number): RowSum {
  const room = rankRoom(takenBy(dims) + takenBy(dims * 8))
  if (room === undefined) return plainSum(dims)
  const [added, sums] = [room.bytes(dims), room.doubles(dims)]
  return {
    sum: sums.view,
    add: (row, scale) => {
      added.view.set(row)
      room.kernel.addRow(added.at, dims, scale, sums.at)
    },
  }
}
