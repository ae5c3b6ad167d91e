import { type ByteDots, byteDots } from './byte-dots.ts'
import { largest } from './largest.ts'

/** The vectors of one scope, packed for a walk over all of them: a byte a number. */
export interface VectorBlock {
  readonly dims: number
  /** `1 / |row|` of the bytes, 0 for a zero vector. */
  readonly inverseNorms: Float32Array
  readonly dots: ByteDots
}

export interface VectorHit {
  readonly row: number
  readonly similarity: number
}

export interface SearchRequest {
  readonly query: Float32Array
  readonly limit: number
  /** The float vector of a row: kept, or embedded again from its text, which costs microseconds. */
  readonly vectorOf: (row: number) => Float32Array
}

/** How many of the best by bytes are measured again in float. */
export const RERANK = 50

/** `byte = round(127 x value / max|value|)`: a vector of its own scale, since only its direction counts. */
export function quantize(vector: Float32Array): Int8Array {
  let top = 0
  for (const value of vector) top = Math.max(top, Math.abs(value))
  return top === 0
    ? new Int8Array(vector.length)
    : Int8Array.from(vector, (value) => Math.round((127 * value) / top))
}

/** Rows one after the other: what a store keeps, and what `vectorBlock` takes. */
export function packVectors(vectors: readonly Float32Array[], dims: number): Int8Array {
  const bytes = new Int8Array(vectors.length * dims)
  for (const [row, vector] of vectors.entries()) bytes.set(quantize(vector), row * dims)
  return bytes
}

export function vectorBlock(bytes: Int8Array, dims: number): VectorBlock {
  const inverseNorms = new Float32Array(Math.floor(bytes.length / dims))
  for (let row = 0; row < inverseNorms.length; row += 1)
    inverseNorms[row] = inverseNorm(bytes.subarray(row * dims, (row + 1) * dims))
  return { dims, inverseNorms, dots: byteDots(bytes, dims) }
}

/**
 * The rows most like the query, best first; ties in the order of the rows.
 *
 * Every row is measured in bytes, the best 50 (or `limit`, if more) again in float: exact as long as the true answer is among them.
 */
export function searchVectors(block: VectorBlock, { query, limit, vectorOf }: SearchRequest): VectorHit[] {
  const candidates = largest(byteSimilarities(block, query), Math.max(RERANK, limit))
  return candidates
    .map((row) => ({ row, similarity: unitDot(query, vectorOf(row)) }))
    .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    .slice(0, Math.max(0, limit))
}

/** Cosine in bytes, up to a factor that is the same for all rows. */
function byteSimilarities({ inverseNorms, dots }: VectorBlock, query: Float32Array): Float32Array {
  const products = dots(quantize(query))
  return inverseNorms.map((inverse, row) => inverse * products[row]!)
}

function inverseNorm(bytes: Int8Array): number {
  let square = 0
  for (let d = 0; d < bytes.length; d += 1) square += bytes[d]! * bytes[d]!
  return square === 0 ? 0 : 1 / Math.sqrt(square)
}

function unitDot(a: Float32Array, b: Float32Array): number {
  let dot = 0
  for (let d = 0; d < a.length; d += 1) dot += a[d]! * b[d]!
  return dot
}
