import { textTokens } from '../../src/engine/search/words.ts'
import type { Similarity } from './metrics.ts'

/** Cosine of `count x ln((1 + N) / (1 + documents with the word)) + 1` over the given texts: the lexical yardstick. */
export function tfIdf(texts: readonly string[]): Similarity {
  const documents = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(textTokens(text))) documents.set(word, (documents.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log((1 + texts.length) / (1 + (documents.get(word) ?? 0))) + 1
  const vectors = new Map(texts.map((text) => [text, unitVector(text, weight)]))
  return (a, b) => sparseDot(vectors.get(a)!, vectors.get(b)!)
}

function unitVector(text: string, weight: (word: string) => number): Map<string, number> {
  const vector = new Map<string, number>()
  for (const word of textTokens(text)) vector.set(word, (vector.get(word) ?? 0) + weight(word))
  const norm = Math.hypot(...vector.values()) || 1
  return new Map([...vector].map(([word, value]) => [word, value / norm]))
}

function sparseDot(a: Map<string, number>, b: Map<string, number>): number {
  let dot = 0
  for (const [word, value] of a) dot += value * (b.get(word) ?? 0)
  return dot
}
