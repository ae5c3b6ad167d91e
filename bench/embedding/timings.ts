import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../../scripts/embedding/seeded-random.ts'
import { byteRows, squareOf } from '../../src/engine/search/byte-cosines.ts'
import type { Embedder } from '../../src/engine/search/static-embedder.ts'
import { nearestRows, quantize, similaritiesTo } from '../../src/engine/search/vector-search.ts'

/** From nothing to the first vector, in a fresh process each time, reading the file included: the median of nine. */
export function coldLoadMs(): number {
  const script = fileURLToPath(new URL('./cold-load.ts', import.meta.url))
  const once = () => Number(execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' }))
  return twoDigits(median(Array.from({ length: 9 }, once)))
}

/** Warm, over all texts of the benchmark: the best of 25 rounds, since other processes can only add. */
export function microsecondsPerText(embedder: Embedder, texts: readonly string[]): number {
  const round = () => (timed(() => texts.map((text) => embedder.embed(text))) * 1_000) / texts.length
  return twoDigits(Math.min(...Array.from({ length: 25 }, round)))
}

/** Time to find the ten nearest of `count` random unit vectors: the best of 31 searches. */
export function searchMs(count: number, dims: number): number {
  const random = seededRandom(count)
  const vectors = Array.from({ length: count }, () => unitVector(dims, random))
  const rows = vectors.map(quantize)
  const block = byteRows(count, dims)
  for (const [row, vector] of rows.entries()) block.bytes.set(vector, row * dims)
  block.squares.set(rows.map(squareOf))
  const ask = (at: number) => () => nearestRows(similaritiesTo(block, rows[at]!), 10)
  return twoDigits(Math.min(...Array.from({ length: 31 }, (_, at) => timed(ask(at)))))
}

function unitVector(dims: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dims }, () => random() + random() + random() - 1.5)
  const norm = Math.hypot(...vector)
  return vector.map((value) => value / norm)
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const twoDigits = (value: number) => Math.round(value * 100) / 100
