import type { Embedder } from '../engine/embedding/static-embedder.ts'
import { fuseSimilarity, semanticWeight } from '../engine/fuse-similarity.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import { wordSimilarity } from './surroundings.ts'

/** How alike a pattern is to the task, from 0 to 1: by its words, and by its meaning where there is a model. */
export type Likeness = (words: ReadonlySet<string>, vector: () => Float32Array | undefined) => number

/** Prepares the comparison with a task once, for many patterns; undefined when there is no task to compare with. */
export function likenessTo(task: string | undefined, embedder: Embedder | undefined): Likeness | undefined {
  const taskWords = tokenSet(task ?? '')
  if (task === undefined || taskWords.size === 0) return undefined
  const taskVector = embedder?.embed(task)
  const weight = semanticWeight(task)
  return (words, vector) => {
    const other = taskVector === undefined ? undefined : vector()
    const cosine =
      taskVector === undefined || other === undefined ? undefined : embedder?.similarity(taskVector, other)
    return fuseSimilarity(cosine, wordSimilarity(words, taskWords), weight)
  }
}
