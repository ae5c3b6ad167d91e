import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { expectedEffect, type Posterior } from './posterior.ts'

/**
 * How probable it is that a pattern is about some work, from how relevant it is to it: `(x - 0.2) / (0.5 - 0.2)`, from 0 to 1. Texts of one trade are a little alike whatever
 * they are about, and few that are about the same thing are more alike than half.
 * Relevance 0.35: 0.15 / 0.3 = 0.5.
 */
export function toThePoint(relevance: number, policy: BayesPolicy = BAYES): number {
  const { relevanceFloor: floor, relevanceFull: full } = policy
  return Math.min(1, Math.max(0, (relevance - floor) / (full - floor)))
}

/** A pattern before some work. */
export interface ValueQuestion {
  readonly posterior: Posterior
  readonly relevance: number
  /** What its line costs in the prompt. */
  readonly tokens: number
  /** Observations from inside: what outsiders say turns no pattern round. */
  readonly internalObservations?: number | undefined
}

export interface PatternValue {
  /** What showing it is expected to be worth, in logits of success. */
  readonly value: number
  /** The same for a warning against it. */
  readonly invertedValue: number
  /** The warning is what should be shown, if anything. */
  readonly inverts: boolean
  /** Of the better form; by this lines are chosen: `value / sqrt(tokens)`. */
  readonly density: number
}

/**
 * What showing a pattern is worth: `v = r (q . d) + (1 - r) d_neutral - 0.0008 x tokens`. Nothing of value 0 or less is shown, however much room
 * there is.
 *
 * It turns into a warning only if the inverted value is above 0 and above v, on at least 3 observations from inside. That is asked each
 * time, so it can turn back.
 * The prior at relevance 0.8 and 25 tokens: 0.8 x 0.1125 - 0.2 x 0.02 - 0.02 = 0.066; density 0.066 / 5 = 0.0132.
 */
export function patternValue(question: ValueQuestion, policy: BayesPolicy = BAYES): PatternValue {
  const { posterior, internalObservations = 0, tokens } = question
  const value = worthOf(expectedEffect(posterior, policy), question, policy)
  const invertedValue = worthOf(invertedEffect(posterior, policy), question, policy)
  const isProven = internalObservations >= policy.antiPatternObservations
  const inverts = isProven && invertedValue > 0 && invertedValue > value
  const best = inverts ? invertedValue : value
  return { value, invertedValue, inverts, density: best / Math.sqrt(Math.max(1, tokens)) }
}

/** The density alone, for who ranks by it: `patternValue(question).density`, without working out the rest. */
export function patternDensity(question: ValueQuestion, policy: BayesPolicy = BAYES): number {
  const { posterior, internalObservations = 0, tokens } = question
  const value = worthOf(expectedEffect(posterior, policy), question, policy)
  const isProven = internalObservations >= policy.antiPatternObservations
  const inverted = isProven ? worthOf(invertedEffect(posterior, policy), question, policy) : 0
  return Math.max(value, inverted > 0 ? inverted : value) / Math.sqrt(Math.max(1, tokens))
}

function worthOf(effect: number, { relevance, tokens }: ValueQuestion, policy: BayesPolicy): number {
  return relevance * effect + (1 - relevance) * policy.effects.neutral - policy.tokenCost * tokens
}

/** What a warning against a pattern is expected to add to a run: what helps when followed costs when avoided. The prior: -0.1325. */
export function invertedEffect(posterior: Posterior, { effects }: BayesPolicy = BAYES): number {
  const { help, neutral, harm } = effects
  return -posterior.help * help + posterior.neutral * neutral - posterior.harm * harm
}
