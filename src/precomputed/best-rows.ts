import { type RankRoom, rankRoom, takenBy } from '../engine/search/rank-room.ts'
import { BM25, bestByWords, rarityOf } from '../engine/search/word-index.ts'
import type { AheadFile } from './precomputed-file.ts'
import { documentOf, type Entries, timesOf } from './word-table.ts'

export interface ScoredRow {
  readonly row: number
  readonly score: number
}

interface Bounds {
  readonly limit: number
  /** So many of those that hold a word are weighed. */
  readonly most: number
}

/** The best rows for some words, best first, as `bestByWords` finds them; by a kernel where the machine can run it. */
export function bestRows(file: AheadFile, words: readonly Entries[], bounds: Bounds): ScoredRow[] {
  if (words.length === 0) return []
  const { rows } = file.head
  const bytes = [rows * 2, rows * 4, rows * 8, bounds.most * 4, bounds.limit * 4]
  const room = rankRoom(bytes.map(takenBy).reduce((sum, one) => sum + one))
  return room === undefined ? byLoops(file, words, bounds) : byKernel(file, words, { ...bounds, room })
}

function byKernel(
  file: AheadFile,
  words: readonly Entries[],
  { limit, most, room }: Bounds & { readonly room: RankRoom },
): ScoredRow[] {
  const { rows, words: length } = file.head
  const [lengths, order, scores] = [room.bytes(rows * 2), room.bytes(rows * 4), room.doubles(rows)]
  const [entries, best] = [room.bytes(most * 4), room.wholes(limit)]
  file.readInto(lengths.view, 'lengths', 0)
  file.readInto(order.view, 'idOrder', 0)
  for (const { from, count: held } of words) {
    const count = Math.min(held, most)
    file.readInto(entries.view.subarray(0, count * 4), 'stemEntries', from * 4)
    const scale = [rarityOf(held, rows), length / rows, BM25.saturation, BM25.lengthShare] as const
    room.kernel.weigh(entries.at, count, lengths.at, scores.at, ...scale)
  }
  const found = room.kernel.best(scores.at, rows, 0, order.at, limit, best.at)
  return Array.from(best.view.subarray(0, found), (row) => ({ row, score: scores.view[row]! }))
}

/** The yardstick, and what runs where there is no kernel. */
export function byLoops(file: AheadFile, words: readonly Entries[], { limit, most }: Bounds): ScoredRow[] {
  const [lengths, order] = [file.halves('lengths'), file.numbers('idOrder')]
  const found = bestByWords(
    words.map((word) => ({ held: word.count, by: pairsOf(file.entries('stem', word, most)) })),
    {
      documents: file.head.rows,
      words: file.head.words,
      lengthOf: (row) => lengths[row]!,
      isBefore: (a, b) => order[a]! < order[b]!,
    },
    limit,
  )
  return found.map(({ document, score }) => ({ row: document, score }))
}

/** Holdings as `bestByWords` takes them. */
function pairsOf(entries: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(entries.length * 2)
  for (let n = 0; n < entries.length; n += 1) {
    pairs[2 * n] = documentOf(entries[n]!)
    pairs[2 * n + 1] = timesOf(entries[n]!)
  }
  return pairs
}
