import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { type OutcomeWithPattern, successProbability } from './likelihood.ts'

/** The effects, in logits, that the mixture bets on in equal parts. */
const BETS = [0.25, 0.5, 1] as const

/** A run with the pattern, and the weight of what it observed. */
export type WageredRun = OutcomeWithPattern & { readonly weight: number }

/** The mixture e-value that a pattern helps: the mean of what three bets have won. On each run a bet d wins `ln P(y | d) - ln P(y | neutral)`, times the weight of the run. It is 1 without a run, and under no effect it exceeds 20 with a probability of at most 1 in 20, even if it is looked at every day. One success in an even context: (1.1138 + 1.2159 + 1.3999) / 3 = 1.2432. */
export function mixtureEValue(runs: readonly WageredRun[], policy: BayesPolicy = BAYES): number {
  const won = (bet: number) => runs.reduce((sum, run) => sum + wonOn(run, bet, policy), 0)
  return BETS.reduce((total, bet) => total + Math.exp(won(bet)), 0) / BETS.length
}

function wonOn({ success, baseline, rest, relevance, weight }: WageredRun, bet: number, policy: BayesPolicy): number {
  const [ifBet, ifNeutral] = [bet, policy.effects.neutral].map((effect) =>
    successProbability(baseline + rest + relevance * effect, policy),
  ) as [number, number]
  return weight * Math.log(success ? ifBet / ifNeutral : (1 - ifBet) / (1 - ifNeutral))
}

/**
 * Which of many patterns may be suggested for promotion, by e-BH: with K patterns, the largest k such that the k-th best e-value is at least
 * `20 K / k`. Then no more than 1 in 20 of those suggested is expected to be of no help, however they depend on each other.
 * E-values 90, 50, 3 of 3 patterns: 90 >= 60, 50 >= 30, 3 < 20, so two.
 */
export function promotable<T extends { readonly eValue: number }>(
  tested: readonly T[],
  policy: BayesPolicy = BAYES,
): T[] {
  const best = [...tested].sort((a, b) => b.eValue - a.eValue)
  const reaches = ({ eValue }: T, index: number) => eValue >= (policy.promotionEValue * best.length) / (index + 1)
  return best.slice(0, best.findLastIndex(reaches) + 1)
}
