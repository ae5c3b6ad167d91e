import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { type ByKind, byKind } from './posterior.ts'

/** A reviewer's verdict on a pattern. */
export interface VerdictOnPattern {
  readonly useful: boolean
  /** Somebody says that it harms, and not only that it is of no use. */
  readonly harmful?: boolean | undefined
  /** How often such a verdict is right. */
  readonly accuracy: number
  /** The relevance of the pattern to the work. */
  readonly relevance: number
}

/**
 * The probability of a verdict for each kind of pattern: `P(useful | help) = r a + (1 - r)(1 - a)`, `P(useful | other) = 1 - a`, and 1 minus either for "not useful".
 *
 * A helpful pattern that is irrelevant to the work looks like any other, so the verdict then says nothing about it. Accuracy 0.9 and relevance 0.8: useful with 0.74
 * if it helps, else with 0.1. Of one without effect, people say as often that it harms as not: "harmful" has 0.5 there, and never less than for one that helps.
 */
export function verdictLikelihood({ useful, harmful, accuracy, relevance }: VerdictOnPattern): ByKind {
  const ifHelp = relevance * accuracy + (1 - relevance) * (1 - accuracy)
  const ifOther = 1 - accuracy
  return byKind((kind) => {
    if (kind === 'help') return useful ? ifHelp : 1 - ifHelp
    const p = kind === 'neutral' && harmful === true ? Math.min(0.5, ifHelp) : ifOther
    return useful ? p : 1 - p
  })
}

/** The outcome of a run that was shown a pattern. */
export interface OutcomeWithPattern {
  readonly success: boolean
  /** The log-odds of success in the run's context without patterns. */
  readonly baseline: number
  /** The summed expected effect of the other patterns that the run was shown. */
  readonly rest: number
  readonly relevance: number
  /** It was shown as a warning, so harm and help are exchanged. */
  readonly inverted?: boolean | undefined
}

/**
 * The probability of an outcome for each kind of pattern: `P(success | k) = e + (1 - 2e) sigmoid(b + rest + r d_k)` with e = 0.08. The baseline and the other patterns explain what they
 * can, and a pattern is credited with the rest. That shares credit among the patterns shown together, and removes most of the difference between easy and hard work.
 * Success at b = 0, rest = 0, r = 1: 0.6029 if it helps, 0.4958 if neutral, 0.4272 if it harms.
 */
export function outcomeLikelihood(outcome: OutcomeWithPattern, policy: BayesPolicy = BAYES): ByKind {
  const { success, baseline, rest, relevance, inverted = false } = outcome
  const effects = inverted ? invertedEffects(policy) : policy.effects
  return byKind((kind) => {
    const p = successProbability(baseline + rest + relevance * effects[kind], policy)
    return success ? p : 1 - p
  })
}

/** `e + (1 - 2e) sigmoid(x)`: 0.5 at 0, and never beyond 0.08 and 0.92. */
export function successProbability(logits: number, policy: BayesPolicy = BAYES): number {
  return policy.outcomeNoise + (1 - 2 * policy.outcomeNoise) * sigmoid(logits)
}

export function sigmoid(logits: number): number {
  return 1 / (1 + Math.exp(-logits))
}

export function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

/** The effects of a warning against a pattern: advice that helps when followed costs when avoided, and the other way round. */
export function invertedEffects({ effects }: BayesPolicy): ByKind {
  return { help: -effects.help, neutral: effects.neutral, harm: -effects.harm }
}

/** The log-likelihood, scaled by the weight of the observation. */
export function logLikelihood(likelihood: ByKind, weight = 1): ByKind {
  return byKind((kind) => weight * Math.log(likelihood[kind]))
}
