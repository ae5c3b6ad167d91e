import { remembering } from '../../domain/sets.ts'
import { type EmbeddingModel, MODEL_VERSION, readModel } from './model-file.ts'
import { piecesOfWord, wordsAndSigns } from './wordpiece.ts'

/** Text to vector. The id names the exact model and is stored with every vector: only vectors of one id compare. */
export interface Embedder {
  readonly id: string
  readonly dims: number
  /** A vector of length 1, or all zeros when the text has no known piece. The same text gives the same vector. */
  embed(text: string): Float32Array
  /** Cosine, from -1 to 1; 0 when either vector is zero. */
  similarity(a: Vector, b: Vector): number
}

export type Vector = Float32Array | Int8Array

/**
 * The embedder in the bytes of `models/mettle-embed-v1.bin`.
 *
 * `embed = s / |s|` with `s` the sum of the vectors of the text's word pieces; a piece's weight is the length of its vector, learned in training.
 */
export function createEmbedder(bytes: Uint8Array): Embedder {
  return embedderOf(readModel(bytes))
}

/** How many words are cached with their pieces: the words of tasks recur. */
const MOST_WORDS = 8_192
const LONGEST_WORD = 64

export function embedderOf(model: EmbeddingModel): Embedder {
  const piecesOf = keptPieces(model)
  return {
    id: `mettle-embed-v${MODEL_VERSION}-${model.bodyHash.slice(0, 8)}`,
    dims: model.dims,
    embed: (text) => embed(text, piecesOf, model.dims),
    similarity: cosine,
  }
}

interface Piece {
  readonly scale: number
  readonly row: Int8Array
}

type PiecesOf = (word: string) => readonly Piece[]

function keptPieces({ vocabulary, scales, row }: EmbeddingModel): PiecesOf {
  const read: PiecesOf = (word) => piecesOfWord(vocabulary, word).map((id) => ({ scale: scales[id]!, row: row(id) }))
  const kept = remembering(read, MOST_WORDS)
  return (word) => (word.length <= LONGEST_WORD ? kept(word) : read(word))
}

function embed(text: string, piecesOf: PiecesOf, dims: number): Float32Array {
  const sum = new Float64Array(dims)
  for (const word of wordsAndSigns(text))
    for (const { scale, row } of piecesOf(word)) for (let d = 0; d < dims; d += 1) sum[d]! += scale * row[d]!
  return unit(sum)
}

function unit(sum: Float64Array): Float32Array {
  let square = 0
  for (let d = 0; d < sum.length; d += 1) square += sum[d]! * sum[d]!
  const vector = new Float32Array(sum.length)
  if (square === 0) return vector
  const norm = Math.sqrt(square)
  for (let d = 0; d < sum.length; d += 1) vector[d] = sum[d]! / norm
  return vector
}

/** `a.b / (|a| |b|)`, so int8 and float vectors compare alike. (3, 4) and (4, 3): 24 / 25 = 0.96. */
export function cosine(a: Vector, b: Vector): number {
  let [dot, aa, bb] = [0, 0, 0]
  const length = Math.min(a.length, b.length)
  for (let d = 0; d < length; d += 1) {
    dot += a[d]! * b[d]!
    aa += a[d]! * a[d]!
    bb += b[d]! * b[d]!
  }
  if (aa === 0 || bb === 0) return 0
  return Math.max(-1, Math.min(1, dot / Math.sqrt(aa * bb)))
}
