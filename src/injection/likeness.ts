import { fuseSimilarity, semanticWeight } from '../engine/search/fuse-similarity.ts'
import { tokenSet } from '../engine/search/text-tokens.ts'
import type { Words } from './vocabulary.ts'
import { wordSimilarity } from './work-context.ts'

/**
 * How alike a pattern is to the task, from 0 to 1: by its words, by how much of the task's odd words is spelt alike in it, and by the cosine of
 * their meanings where there is a model.
 */
export type Likeness = (words: Words, alike: number, cosine: number | undefined) => number

/** Prepares the comparison with a task once, for many patterns; undefined when there is no task to compare with. */
export function likenessTo(task: string | undefined): Likeness | undefined {
  const taskWords = tokenSet(task ?? '')
  if (task === undefined || taskWords.size === 0) return undefined
  const weight = semanticWeight(task)
  return (words, alike, cosine) => fuseSimilarity(cosine, wordSimilarity(words, taskWords, alike), weight)
}
