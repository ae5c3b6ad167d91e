import { readFileSync } from 'node:fs'
import { createEmbedder } from '../engine/embedding/static-embedder.ts'
import { nearestRows, quantize, similaritiesTo, vectorBlock } from '../engine/embedding/vector-search.ts'
import type { AheadShelf } from '../injection/ahead-shelf.ts'
import type { CosineWith } from '../injection/gathering.ts'

/** What a task means beside all patterns. */
export interface Meaning {
  readonly cosineWith: CosineWith
  readonly nearest: (limit: number, from: number) => number[]
}

/** Undefined without the model by which the patterns were written down. */
export function meaningOf(shelf: AheadShelf, task: string): Meaning | undefined {
  const { model } = shelf.head
  const embedder = model === undefined ? undefined : embedderIn(model.file)
  if (embedder === undefined || embedder.id !== model?.id) return undefined
  const { bytes, squares } = shelf.meanings()
  const similarities = similaritiesTo(vectorBlock(bytes, squares), quantize(embedder.embed(task)))
  return {
    cosineWith: ({ pattern: { id } }) => similarities[shelf.rowOf(id)]!,
    nearest: (limit, from) =>
      nearestRows(similarities, from + limit)
        .slice(from)
        .map(({ row }) => row),
  }
}

function embedderIn(file: string) {
  try {
    return createEmbedder(readFileSync(file))
  } catch {
    return undefined
  }
}
