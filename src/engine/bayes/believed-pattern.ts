import { isVouchedFor } from '../../domain/pattern-pull.ts'
import type { PatternRecord } from '../pattern-record.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { mixtureEValue, NO_WAGERS } from './e-value.ts'
import { groupOf } from './group-prior.ts'
import { effectDeviation, expectedEffect, type Posterior } from './posterior.ts'
import { type PosteriorRecord, posteriorAt } from './posterior-record.ts'

/** What is believed of a pattern at a moment. */
export interface Belief {
  readonly posterior: Posterior
  /** What it is expected to add where it is to the point, in logits, and how unsure that is. */
  readonly effect: number
  readonly deviation: number
  readonly observations: number
  readonly internalObservations: number
  /** How strongly outcomes speak for it; 1 says nothing. */
  readonly eValue: number
  readonly group: string
  readonly prior: Posterior
  /** It began outside, and nobody has vouched for it since. */
  readonly isFromOutside?: true
}

/** The belief in a pattern: its posterior as it has leaked until now, or the prior of its group while nothing was observed. */
export function beliefIn(
  { pattern }: PatternRecord,
  known: PosteriorRecord | undefined,
  { priorOf, now }: { readonly priorOf: (group: string) => Posterior; readonly now: number },
  policy: BayesPolicy = BAYES,
): Belief {
  const group = groupOf(pattern)
  const prior = priorOf(group)
  const posterior = known === undefined ? prior : posteriorAt(known, prior, now, policy)
  return {
    posterior,
    effect: expectedEffect(posterior, policy),
    deviation: effectDeviation(posterior, policy),
    observations: known?.observations ?? 0,
    internalObservations: known?.internalObservations ?? 0,
    eValue: mixtureEValue(known?.wagers ?? NO_WAGERS),
    group,
    prior,
    ...(isVouchedFor(pattern) ? {} : { isFromOutside: true as const }),
  }
}
