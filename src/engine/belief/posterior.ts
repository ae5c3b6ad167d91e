import { DAY_MS } from '../../domain/numbers.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'

/** The possible effects of a pattern on a run. */
export type Kind = 'help' | 'neutral' | 'harm'

/** A number for each kind. */
export type ByKind = { readonly [K in Kind]: number }

/** The probability of each kind; they add up to 1. */
export type Posterior = ByKind

const NEVER_LESS = 1e-6

export function byKind(of: (kind: Kind) => number): ByKind {
  return { help: of('help'), neutral: of('neutral'), harm: of('harm') }
}

/**
 * The share of a belief that leaks away: `l = 1 - exp(-dt / 100 days)`, plus 0.01 for an observation; at most 1.
 *
 * After 100 days without one: 0.6321. On the same day with one: 0.01.
 */
export function leakShare(elapsedMs: number, isObservation: boolean, policy: BayesPolicy = BAYES): number {
  const byTime = 1 - Math.exp(-Math.max(0, elapsedMs) / (policy.leakDays * DAY_MS))
  return Math.min(1, byTime + (isObservation ? policy.leakPerObservation : 0))
}

/** A posterior after a share of it has leaked to the prior: `q <- (1 - l) q + l q0`. No pattern is immune, and none retires because of disuse: without evidence every pattern returns to the prior of its group. (0.8, 0.15, 0.05) after 100 days: 0.3679 x 0.8 + 0.6321 x 0.38 = 0.5345 for help. */
export function leaked(posterior: Posterior, prior: Posterior, share: number): Posterior {
  return byKind((kind) => (1 - share) * posterior[kind] + share * prior[kind])
}

/** The posterior after an observation: `q_k <- q_k x exp(l_k)`, normalised. `l_k` is the logarithm of the probability of the observation if the pattern is of kind k. No kind is ever ruled out. Likelihoods 0.75, 0.25, 0.25 on (0.38, 0.44, 0.18): 0.285 / (0.285 + 0.11 + 0.045) = 0.6477 for help. */
export function updated(posterior: Posterior, logLikelihood: ByKind): Posterior {
  const highest = Math.max(logLikelihood.help, logLikelihood.neutral, logLikelihood.harm)
  const weight = byKind((kind) => posterior[kind] * Math.exp(logLikelihood[kind] - highest))
  const total = sumOf(weight)
  const bounded = byKind((kind) => Math.max(NEVER_LESS, weight[kind] / total))
  const sum = sumOf(bounded)
  return byKind((kind) => bounded[kind] / sum)
}

function sumOf({ help, neutral, harm }: ByKind): number {
  return help + neutral + harm
}

/** `q . d`: the expected effect of a pattern on a run, in logits. The prior: 0.19 - 0.0088 - 0.063 = 0.1182. */
export function expectedEffect(posterior: Posterior, policy: BayesPolicy = BAYES): number {
  return sumOf(byKind((kind) => posterior[kind] * policy.effects[kind]))
}

/** The standard deviation of that effect. The prior: 0.3213. */
export function effectDeviation(posterior: Posterior, policy: BayesPolicy = BAYES): number {
  const mean = expectedEffect(posterior, policy)
  return Math.sqrt(sumOf(byKind((kind) => posterior[kind] * (policy.effects[kind] - mean) ** 2)))
}
