import { type Decision, type Pattern, replacedBy } from '../../domain/pattern.ts'
import { isVouchedFor, ruleOf } from '../../domain/pattern-pull.ts'
import { present } from '../../domain/sets.ts'
import { BAYES, type BayesPolicy } from '../belief/bayes-policy.ts'
import { groupOf, type Member, memberOf } from '../belief/group-prior.ts'
import { effectDeviation, expectedEffect, type Posterior } from '../belief/posterior.ts'
import { type PosteriorRecord, posteriorAt } from '../belief/posterior-record.ts'
import { isOpen } from '../belief/relapse.ts'
import { quarantineReason, replacedReason } from './axes.ts'
import { inversionWords } from './inversion.ts'
import type { PatternRecord } from './pattern-record.ts'

/** The belief in a pattern at one time. */
export interface Belief {
  readonly posterior: Posterior
  /** Its expected effect on work that it is relevant to, in logits, and the standard deviation of that. */
  readonly effect: number
  readonly deviation: number
  readonly observations: number
  readonly internalObservations: number
  readonly group: string
  readonly prior: Posterior
  /** It came from outside, and no person has vouched for it. */
  readonly isFromOutside?: true
  /** Half of the runs go without it, until it is known whether it prevents its mistake. */
  readonly isOpen?: true
}

/** A belief as of the time it was computed, and the observations behind it, which decide how it leaks. */
export interface HeldBelief {
  readonly belief: Belief
  readonly observed?: PosteriorRecord | undefined
}

/** The same with its owner; it is not valid for anybody else. */
export interface KeptBelief extends HeldBelief {
  readonly by: object
}

/** The priors learned from all other patterns, at one time. */
export interface PriorsAt {
  readonly priorOf: (group: string, itself?: Member) => Posterior
  readonly now: number
}

/** The belief in a pattern: its posterior after leaking until now, or the prior of its group if nothing was observed. */
export function beliefIn(
  { pattern }: PatternRecord,
  known: PosteriorRecord | undefined,
  { priorOf, now }: PriorsAt,
  policy: BayesPolicy = BAYES,
): Belief {
  const group = groupOf(pattern)
  const prior = priorOf(group, memberOf(known, policy))
  const belief = {
    posterior: prior,
    effect: expectedEffect(prior, policy),
    deviation: effectDeviation(prior, policy),
    observations: known?.observations ?? 0,
    internalObservations: known?.internalObservations ?? 0,
    group,
    prior,
    isFromOutside: isVouchedFor(pattern) ? undefined : (true as const),
    isOpen: isOpen(known?.relapses) ? (true as const) : undefined,
  }
  return known === undefined ? belief : beliefAt(belief, known, now, policy)
}

/** The same belief at another time; only the posterior changes with time. */
export function beliefAt(belief: Belief, known: PosteriorRecord, now: number, policy: BayesPolicy = BAYES): Belief {
  const posterior = posteriorAt(known, belief.prior, now, policy)
  const effect = expectedEffect(posterior, policy)
  const deviation = effectDeviation(posterior, policy)
  return { ...belief, posterior, effect, deviation }
}

/** A stored belief as of now. */
export function beliefNow({ belief, observed }: HeldBelief, now: number, policy: BayesPolicy): Belief {
  return observed === undefined ? belief : beliefAt(belief, observed, now, policy)
}

/** Only its posterior, which is all that ranking needs. */
export function posteriorNow({ belief, observed }: HeldBelief, now: number, policy: BayesPolicy): Posterior {
  return observed === undefined ? belief.posterior : posteriorAt(observed, belief.prior, now, policy)
}

/** Why a pattern is retired, and since when; undefined if it is not. */
export function endOf(pattern: Pattern) {
  const { decisions, mergedInto, invertedFrom, lastSeenAt } = pattern
  const decision = decisionOf(decisions, 'deprecate')
  if (decision !== undefined) return { at: decision.at, because: `${decision.by} retired it: ${decision.reason}` }
  if (mergedInto !== undefined) return { at: lastSeenAt, because: `it was merged into ${mergedInto}` }
  if (invertedFrom !== undefined)
    return { at: lastSeenAt, because: `${invertedFrom} is judged itself, and shown as a warning if it harms` }
  const newer = replacedBy(pattern)
  if (newer !== undefined) return { at: lastSeenAt, because: replacedReason(newer) }
  return undefined
}

export function decisionOf(decisions: Pattern['decisions'], kind: Decision['kind']): Decision | undefined {
  return [decisions.lifecycle, decisions.maturity].find((decision) => decision?.kind === kind)
}

/** Why a pattern is excluded from ranking under the bayes profile; empty if it is not. Only retirement and quarantine exclude it: disuse is no evidence, and a bad record already lowers its value. */
export function exclusionsOf({ pattern }: PatternRecord): string[] {
  const { quarantined, held } = pattern
  return present([endOf(pattern)?.because, quarantined && quarantineReason(held)])
}

/** Whether anything excludes it: the same without the texts, for loops over hundreds of patterns. */
export function isExcluded({ pattern }: PatternRecord): boolean {
  return pattern.quarantined || endOf(pattern) !== undefined
}

/** Whether a pattern may be shown as a warning: it is advice, and no person vouched for it. */
export function mayInvert({ pattern }: PatternRecord): boolean {
  return pattern.polarity === 'do' && ruleOf(pattern) === undefined
}

export function asWarning(record: PatternRecord): PatternRecord {
  const text = inversionWords(record.pattern.text)
  return { ...record, pattern: { ...record.pattern, text, polarity: 'avoid' } }
}
