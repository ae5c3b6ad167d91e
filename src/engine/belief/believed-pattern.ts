import { isVouchedFor } from '../../domain/pattern-pull.ts'
import type { PatternRecord } from '../standing/pattern-record.ts'
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

/** A belief as it was when it was worked out, and what was observed until then: by that it leaks. */
export interface HeldBelief {
  readonly belief: Belief
  readonly observed?: PosteriorRecord | undefined
}

/** The same with who keeps it: for another it says nothing. */
export interface KeptBelief extends HeldBelief {
  readonly by: object
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
  const belief = {
    posterior: prior,
    effect: expectedEffect(prior, policy),
    deviation: effectDeviation(prior, policy),
    observations: known?.observations ?? 0,
    internalObservations: known?.internalObservations ?? 0,
    eValue: mixtureEValue(known?.wagers ?? NO_WAGERS),
    group,
    prior,
    isFromOutside: isVouchedFor(pattern) ? undefined : (true as const),
  }
  return known === undefined ? belief : beliefAt(belief, known, now, policy)
}

/** The same belief at another moment: of all that is in it only the posterior leaks. */
export function beliefAt(
  belief: Belief,
  known: PosteriorRecord,
  now: number,
  policy: BayesPolicy = BAYES,
): Belief {
  const posterior = posteriorAt(known, belief.prior, now, policy)
  const effect = expectedEffect(posterior, policy)
  const deviation = effectDeviation(posterior, policy)
  return { ...belief, posterior, effect, deviation }
}

/** A held belief as it is now. */
export function beliefNow({ belief, observed }: HeldBelief, now: number, policy: BayesPolicy): Belief {
  return observed === undefined ? belief : beliefAt(belief, observed, now, policy)
}

/** Its posterior alone, which is all that patterns are ranked by. */
export function posteriorNow({ belief, observed }: HeldBelief, now: number, policy: BayesPolicy): Posterior {
  return observed === undefined ? belief.posterior : posteriorAt(observed, belief.prior, now, policy)
}
