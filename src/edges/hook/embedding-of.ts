import { readModelAt } from '../../engine/search/model-file.ts'
import { embedderOf } from '../../engine/search/static-embedder.ts'
import { nearestRowsOnce, quantize, similaritiesTo } from '../../engine/search/vector-search.ts'
import { openParts } from '../../machine/files/files-of.ts'
import type { Embedding } from '../../precomputed/order-rows.ts'
import type { FileHead } from '../../precomputed/precomputed-layout.ts'
import type { PrecomputedPatterns } from '../../precomputed/precomputed-patterns.ts'

/** Undefined unless the model behind the precomputed embeddings can be loaded. */
export function embeddingOf(cache: PrecomputedPatterns, task: string): Embedding | undefined {
  const vector = vectorOf(task, cache.head.model)
  if (vector === undefined) return undefined
  const similarities = similaritiesTo(cache.embeddings(vector.length), quantize(vector))
  return {
    cosineWith: ({ id }) => similarities[cache.known(id).row]!,
    nearest: (limit, from) => nearestRowsOnce(similarities, from + limit).slice(from),
  }
}

/** An unreadable model counts as none. */
function vectorOf(task: string, model: FileHead['model']): Float32Array | undefined {
  if (model === undefined) return undefined
  try {
    const embedder = embedderOf(readModelAt(openParts(model.file).readAt))
    return embedder.id === model.id ? embedder.embed(task) : undefined
  } catch {
    return undefined
  }
}
