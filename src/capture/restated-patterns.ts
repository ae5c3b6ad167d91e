import { type Citation, citationsIn } from '../engine/laws/citations.ts'
import { jaccard } from '../engine/search/jaccard.ts'
import { tokenSet } from '../engine/search/text-tokens.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import { type KnownWording, patternOfFinding } from './findings.ts'
import { patternSection, proseOf, sentencesOf } from './prose.ts'

/** Where a report says what a pattern says, and which places in the code it names there. */
export interface Restatement {
  readonly words: string
  readonly citations: readonly Citation[]
}

export const RESTATED = { minOverlap: 0.8 }

/**
 * The patterns that a report takes up as its own words: it names their id, contains their wording, or has a sentence that
 * shares 0.8 of their words. What it lists as learned is no use of it, and neither is what was put into it.
 */
export function restatedPatterns(
  report: string,
  patterns: readonly KnownWording[],
  policy = RESTATED,
): ReadonlyMap<string, Restatement> {
  const found = new Map<string, Restatement>()
  if (patterns.length === 0) return found
  const blocks = patternSection(proseOf(stripOwnBlocks(report))).rest
  for (const { text } of blocks.filter(({ kind }) => kind !== 'heading')) {
    const sentences = sentencesOf(text).map(tokenSet)
    for (const pattern of patterns) {
      if (found.has(pattern.id) || !says(text, sentences, pattern, policy)) continue
      found.set(pattern.id, { words: text, citations: citationsIn(text) })
    }
  }
  return found
}

function says(
  text: string,
  sentences: readonly ReadonlySet<string>[],
  pattern: KnownWording,
  policy: typeof RESTATED,
): boolean {
  const isNamed = patternOfFinding([text], [pattern], { minOverlap: 2 }) !== undefined
  if (isNamed) return true
  return pattern.texts
    .filter((wording) => normalizeText(wording) !== '')
    .map(tokenSet)
    .some((wording) => sentences.some((words) => jaccard(words, wording) >= policy.minOverlap))
}
