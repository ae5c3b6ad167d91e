import { fuseSimilarity, semanticWeight } from '../engine/fuse-similarity.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import { wordSimilarity } from './surroundings.ts'
import type { Words } from './vocabulary.ts'

/** What is known of a pattern in the light of a task. */
export interface Compared {
  readonly words: Words
  /** How much of the task's odd words is spelt alike in it. */
  readonly alike: number
  /** How like the two are in meaning; undefined without a model. */
  readonly cosine: number | undefined
}

/** How alike a pattern is to the task, from 0 to 1: by its words, by its letters, and by its meaning where there is a model. */
export type Likeness = (pattern: Compared) => number

/** Prepares the comparison with a task once, for many patterns; undefined when there is no task to compare with. */
export function likenessTo(task: string | undefined): Likeness | undefined {
  const taskWords = tokenSet(task ?? '')
  if (task === undefined || taskWords.size === 0) return undefined
  const weight = semanticWeight(task)
  return ({ words, alike, cosine }) => fuseSimilarity(cosine, wordSimilarity(words, taskWords, alike), weight)
}
