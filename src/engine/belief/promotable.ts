import { BAYES, type BayesPolicy } from './bayes-policy.ts'

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
