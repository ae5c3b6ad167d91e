import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { type OutcomeWithPattern, successProbability } from './likelihood.ts'

/** The effects, in logits, that the mixture bets on in equal parts. */
const BETS = [0.25, 0.5, 1] as const

/** The logarithm of what each bet has won so far. */
export type Wagers = readonly [number, number, number]

export const NO_WAGERS: Wagers = [0, 0, 0]

/** What a run adds to the wagers that a pattern helps: `ln P(y | d) - ln P(y | neutral)` for each bet d, times the weight of the observation. If the pattern does not help, none of them can be expected to win, however long and however often one looks. */
export function wagersOn(outcome: OutcomeWithPattern, weight: number, policy: BayesPolicy = BAYES): Wagers {
  const { success, baseline, rest, relevance } = outcome
  const probability = (effect: number) => {
    const p = successProbability(baseline + rest + relevance * effect, policy)
    return success ? p : 1 - p
  }
  const neutral = Math.log(probability(policy.effects.neutral))
  const won = (bet: number) => weight * (Math.log(probability(bet)) - neutral)
  return [won(BETS[0]), won(BETS[1]), won(BETS[2])]
}

/** Replaces the wagers of a run; the order of runs does not matter. */
export function rewagered(sum: Wagers, before: Wagers, after: Wagers): Wagers {
  const moved = (at: 0 | 1 | 2) => sum[at] - before[at] + after[at]
  return [moved(0), moved(1), moved(2)]
}

/** The mixture e-value: the mean of what the bets have won, `(e^w1 + e^w2 + e^w3) / 3`. It is 1 without a run, and under no effect it exceeds 20 with a probability of at most 1 in 20, even if it is looked at every day. One success in an even context: (1.1138 + 1.2159 + 1.3999) / 3 = 1.2432. */
export function mixtureEValue(wagers: Wagers): number {
  return wagers.reduce((total, won) => total + Math.exp(won), 0) / wagers.length
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
