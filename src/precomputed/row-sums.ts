import { type RankRoom, rankRoom, takenBy } from '../engine/search/rank-room.ts'
import { firstOf } from '../engine/search/top-items.ts'
import type { ScoredRow } from './best-rows.ts'
import type { AheadFile } from './precomputed-file.ts'
import { documentOf, type Entries, timesOf } from './word-table.ts'

/** What rows get for words that they hold, in sum over several rounds. */
export interface RowSums {
  /** Begins the next round. */
  next(): void
  /** Gives a share to each row that holds a word and got none in this round; how many these are. */
  add(holders: Entries, share: number): number
  /** So many of the rows with most; of equals those with the lesser id. */
  best(limit: number): ScoredRow[]
}

/** By a kernel where the machine can run it. */
export function rowSums(file: AheadFile): RowSums {
  const { rows } = file.head
  const bytes = [rows * 8, rows * 4, rows * 4, rows * 4, rows * 4]
  const room = rankRoom(bytes.map(takenBy).reduce((sum, one) => sum + one))
  return room === undefined ? plainSums(file) : kernelSums(file, room)
}

function kernelSums(file: AheadFile, room: RankRoom): RowSums {
  const { rows } = file.head
  const [sums, marks, entries] = [room.doubles(rows), room.wholes(rows), room.bytes(rows * 4)]
  const [order, best] = [room.bytes(rows * 4), room.wholes(rows)]
  let round = 0
  return {
    next: () => {
      round += 1
    },
    add: ({ from, count }, share) => {
      file.readInto(entries.view.subarray(0, count * 4), 'wordEntries', from * 4)
      return room.kernel.add(entries.at, count, sums.at, share, marks.at, round)
    },
    best: (limit) => {
      file.readInto(order.view, 'idOrder', 0)
      const found = room.kernel.best(sums.at, rows, 0, order.at, limit, best.at)
      return Array.from(best.view.subarray(0, found), (row) => ({ row, score: sums.view[row]! }))
    },
  }
}

/** The yardstick, and what runs where there is no kernel. */
export function plainSums(file: AheadFile): RowSums {
  const sums = new Map<number, number>()
  const marked = new Set<number>()
  return {
    next: () => marked.clear(),
    add: (holders, share) => {
      const before = marked.size
      for (const entry of file.entries('word', holders)) {
        const row = documentOf(entry)
        if (timesOf(entry) === 0 || marked.has(row)) continue
        marked.add(row)
        sums.set(row, (sums.get(row) ?? 0) + share)
      }
      return marked.size - before
    },
    best: (limit) => {
      const order = file.numbers('idOrder')
      const rows = Array.from(sums, ([row, score]) => ({ row, score }))
      return firstOf(
        rows,
        limit,
        (a, b) => a.score > b.score || (a.score === b.score && order[a.row]! < order[b.row]!),
      )
    },
  }
}
