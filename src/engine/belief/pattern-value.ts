import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { invertedEffects } from './likelihood.ts'
import { expectedEffect, type Posterior } from './posterior.ts'

/**
 * The probability that a pattern is about some work, from its similarity to the work: `(x - 0.15) / (0.3 - 0.15)`, limited to 0 and 1. Texts of one field are a little
 * similar whatever they are about, and few texts about the same thing are more similar than 0.3.
 * Similarity 0.225: 0.075 / 0.15 = 0.5.
 */
export function relevanceProbability(relevance: number, policy: BayesPolicy = BAYES): number {
  const { relevanceFloor: floor, relevanceFull: full } = policy
  return Math.min(1, Math.max(0, (relevance - floor) / (full - floor)))
}

/** The relevance of a pattern that names no place, for work that it does not resemble, after n observations from inside: `(n + 1) / (n + 4)`, at most 0.6. A pattern that was used before may apply anywhere. */
export function relevanceAnywhere(used: number, policy: BayesPolicy = BAYES): number {
  return Math.min(policy.unknownRelevance, (used + 4 * policy.placelessRelevance) / (used + 4))
}

/** A pattern and the work that it would be shown for. */
export interface ValueQuestion {
  readonly posterior: Posterior
  readonly relevance: number
  /** Observations from inside; outsiders cannot turn a pattern into a warning. */
  readonly internalObservations?: number | undefined
  /** It is still being measured whether its mistake comes back. */
  readonly isOpen?: boolean | undefined
}

export interface PatternValue {
  /** The expected value of showing it, in logits of success. */
  readonly value: number
  /** The same for a warning against it. */
  readonly invertedValue: number
  /** If anything is shown, it should be the warning. */
  readonly inverts: boolean
  /** The value of the better form; patterns are chosen by this. */
  readonly best: number
}

/**
 * The value of showing a pattern: `v = r (q . d) + (1 - r) d_neutral - 0.02`. Its length does not count: an empty sentence is not worth more because it is short. A
 * pattern with a value of 0 or less is not shown, however much room there is. While relapses are being measured, `v` is at least 0.03 r, unless the answer
 * is already known: it harms with a probability of at least 70%, or it neither helps with at least 10% nor harms with at least 50%.
 *
 * It is shown as a warning only if it harms with a probability of at least 0.7, and the inverted value is above 0 and above v, with at least 3 observations from inside: that it does
 * not help is no reason to warn of it. That is computed each time, so it can turn back.
 * The prior at relevance 0.8: 0.8 x 0.1182 - 0.2 x 0.02 - 0.02 = 0.0706.
 */
export function patternValue(question: ValueQuestion, policy: BayesPolicy = BAYES): PatternValue {
  const { posterior, internalObservations = 0 } = question
  const { leastHelp, leastHarm, mostHarm } = WHILE_OPEN
  const isTold = posterior.harm >= mostHarm || (posterior.help < leastHelp && posterior.harm < leastHarm)
  const isTried = question.isOpen && !isTold
  const expected = worthOf(expectedEffect(posterior, policy), question, policy)
  const value = isTried ? Math.max(expected, question.relevance * WHILE_OPEN.worth) : expected
  const invertedValue = worthOf(invertedEffect(posterior, policy), question, policy)
  const harms = internalObservations >= policy.antiPatternObservations && posterior.harm >= policy.warningFrom
  const inverts = harms && invertedValue > 0 && invertedValue > value
  return { value, invertedValue, inverts, best: inverts ? invertedValue : value }
}

/** While relapses of a pattern are being measured, its value is at least this: a pattern that is not shown cannot be measured, and a few bad runs may be chance. It ranks behind all patterns with a higher value. */
export const WHILE_OPEN = { worth: 0.03, leastHelp: 0.1, leastHarm: 0.5, mostHarm: 0.7 }

function worthOf(effect: number, { relevance }: ValueQuestion, policy: BayesPolicy): number {
  return relevance * effect + (1 - relevance) * policy.effects.neutral - policy.lineCost
}

/** The expected effect of a warning against a pattern: advice that helps when followed costs when avoided. The prior: -0.1358. */
export function invertedEffect(posterior: Posterior, policy: BayesPolicy = BAYES): number {
  return expectedEffect(posterior, { ...policy, effects: invertedEffects(policy) })
}

/** Where a pattern was seen, or where work is done. */
export interface Place {
  readonly files: readonly string[]
  readonly labels: readonly string[]
}

/**
 * The probability that a pattern is about some work, from their similarity and the places that both name. A shared place is combined with the similarity as `1 - (1
 * - similarity) x (1 - place)`: a file 0.85, else a part of the code base 0.7, else a label 0.6. If both name places of a kind and share none, the similarity is
 * halved. If either names none, nothing changes.
 *
 * Similarity 0.3 in the same part: 1 - 0.7 x 0.3 = 0.79; in another: 0.15.
 */
export function relevanceInPlace(similarity: number, seen: Place, work: Place, policy: BayesPolicy = BAYES): number {
  if (work.files.length + work.labels.length === 0) return similarity
  const shared = sharedPlace(seen, work, policy)
  if (shared > 0) return 1 - (1 - similarity) * (1 - shared)
  return isElsewhere(seen, work) ? similarity * policy.elsewhereFactor : similarity
}

function sharedPlace(seen: Place, work: Place, policy: BayesPolicy): number {
  if (work.files.length > 0 && seen.files.length > 0) {
    if (meet(seen.files, work.files)) return policy.sameFileRelevance
    if (meet(seen.files.map(partOf), work.files.map(partOf))) return policy.samePartRelevance
  }
  return meet(seen.labels, work.labels) ? policy.sameLabelRelevance : 0
}

function isElsewhere(seen: Place, work: Place): boolean {
  return (['files', 'labels'] as const).some((kind) => seen[kind].length > 0 && work[kind].length > 0)
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return others.some((other) => other !== '' && some.includes(other))
}

const DEEPEST = 2

/** `src/auth/login/form.ts` -> src/auth; empty for a file at the root. Character by character, because it runs hundreds of times for a block. */
export function partOf(file: string): string {
  let depth = 0
  let end = 0
  for (let at = 0; at < file.length && depth < DEEPEST; at += 1) {
    if (file[at] !== '/' && file[at] !== '\\') continue
    depth += 1
    end = at
  }
  return file.slice(0, end).replaceAll('\\', '/')
}
