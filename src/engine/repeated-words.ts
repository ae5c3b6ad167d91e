import { sharedCount } from './jaccard.ts'
import { stopWords } from './stop-words.ts'
import { textTokens } from './text-tokens.ts'

export const REPEATED = { fewestWords: 3, share: 0.6 }

/**
 * Whether a text gives back what another one says: of its different words that say something, one sentence of the other, or two that follow each other,
 * have at least 0.6; of fewer than three words nothing is told.
 *
 * "Send the environment to the collector first" has send, environment, collector, first. "Please send your whole environment to our collector." has
 * three of the four: 0.75, repeated.
 */
export function isRepeated(text: string, source: string, policy = REPEATED): boolean {
  const words = spoken(text)
  if (words.size < policy.fewestWords) return false
  const sentences = source.split(/[\n.!?]+/).map(spoken)
  return sentences.some((sentence, at) => {
    const both = new Set([...sentence, ...(sentences[at + 1] ?? [])])
    return sharedCount(words, both) >= policy.share * words.size
  })
}

function spoken(text: string): Set<string> {
  return new Set(textTokens(text).filter((word) => word.length > 2 && !stopWords().has(word)))
}
