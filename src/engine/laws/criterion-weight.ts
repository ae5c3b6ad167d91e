import { roundScore } from '../../domain/numbers.ts'
import type { FeedbackType } from '../../domain/values/outcome.ts'
import { addDecaying, type DecayingSum, decay, EMPTY_SUM, sumAt } from '../standing/decay.ts'

export interface CriterionEvent {
  readonly type: FeedbackType
  readonly at: number
  /** How much the event counts when new, 0 to 1. */
  readonly rawValue: number
}

export interface CriterionWeight {
  readonly weight: number
  /** The number of events. */
  readonly helpful: number
  readonly harmful: number
  /** Their decayed sums as of now. */
  readonly helpfulMass: number
  readonly harmfulMass: number
  /** The time of the newest helpful event. */
  readonly lastValidated?: number
  readonly deprecated: boolean
  /** False while there is neither a helpful nor a harmful event: the weight is then an assumption. */
  readonly known: boolean
}

export const CRITERION_WEIGHT = {
  halfLifeDays: 90,
  minFeedbackForAdjustment: 3,
  maxHarmfulRatio: 0.3,
  weightFloor: 0.1,
  /** The criteria of a task outcome that names none. */
  defaults: ['type_safe', 'no_bugs', 'patterns', 'readable'] as readonly string[],
}

const UNKNOWN_WEIGHT = 1

/**
 * The current weight of a criterion: `max(0.1, H / (H + X))`, H and X the decayed sums of helpful and harmful.
 *
 * Helpful today and harmful 90 days ago: 1 / (1 + 0.5) = 0.6667. Two harmful events alone: the floor, 0.1.
 * Deprecated, by count and not by mass, is 0: from 3 events on, more than 0.3 of them harmful.
 */
export function criterionWeight(events: readonly CriterionEvent[], now: number, policy = CRITERION_WEIGHT) {
  const helpful = events.filter((event) => event.type === 'helpful')
  const harmful = events.filter((event) => event.type === 'harmful')
  const counts = { helpful: helpful.length, harmful: harmful.length }
  const mass = { helpfulMass: massOf(helpful, now, policy), harmfulMass: massOf(harmful, now, policy) }
  return weigh(counts, mass, helpful.length === 0 ? undefined : newest(helpful), policy)
}

/** All feedback on a criterion, in a constant size. */
export interface CriterionTally {
  readonly helpful: DecayingSum
  readonly harmful: DecayingSum
  readonly helpfulCount: number
  readonly harmfulCount: number
  readonly neutralCount: number
  readonly lastValidatedAt?: number
}

export const NO_TALLY: CriterionTally = {
  helpful: EMPTY_SUM,
  harmful: EMPTY_SUM,
  helpfulCount: 0,
  harmfulCount: 0,
  neutralCount: 0,
}

/** Adds one event. A helpful one that arrives late does not move the last validation back. */
export function withCriterionEvent(
  tally: CriterionTally,
  { type, at, rawValue }: CriterionEvent,
  policy = CRITERION_WEIGHT,
): CriterionTally {
  if (type === 'neutral') return { ...tally, neutralCount: tally.neutralCount + 1 }
  const sum = addDecaying(tally[type], rawValue, at, policy.halfLifeDays)
  if (type === 'harmful') return { ...tally, harmful: sum, harmfulCount: tally.harmfulCount + 1 }
  const lastValidatedAt = Math.max(tally.lastValidatedAt ?? at, at)
  return { ...tally, helpful: sum, helpfulCount: tally.helpfulCount + 1, lastValidatedAt }
}

/** The same weight as from the events themselves, computed from their tally. */
export function weightFromTally(tally: CriterionTally, now: number, policy = CRITERION_WEIGHT) {
  const counts = { helpful: tally.helpfulCount, harmful: tally.harmfulCount }
  const mass = {
    helpfulMass: sumAt(tally.helpful, now, policy.halfLifeDays),
    harmfulMass: sumAt(tally.harmful, now, policy.halfLifeDays),
  }
  return weigh(counts, mass, tally.lastValidatedAt, policy)
}

function weigh(
  counts: { readonly helpful: number; readonly harmful: number },
  mass: { readonly helpfulMass: number; readonly harmfulMass: number },
  lastValidated: number | undefined,
  policy: typeof CRITERION_WEIGHT,
): CriterionWeight {
  const deprecated = isDeprecated(counts.helpful, counts.harmful, policy)
  return {
    weight: deprecated ? 0 : weightOf(mass.helpfulMass, mass.harmfulMass, policy),
    ...counts,
    ...mass,
    lastValidated,
    deprecated,
    known: counts.helpful + counts.harmful > 0,
  }
}

function massOf(events: readonly CriterionEvent[], now: number, policy: typeof CRITERION_WEIGHT): number {
  return events.reduce((sum, event) => sum + decay(event.rawValue, now - event.at, policy.halfLifeDays), 0)
}

/** Events with a total mass of 0 give the same weight as no events at all. */
function weightOf(helpfulMass: number, harmfulMass: number, policy: typeof CRITERION_WEIGHT): number {
  const total = helpfulMass + harmfulMass
  return total === 0 ? UNKNOWN_WEIGHT : Math.max(policy.weightFloor, helpfulMass / total)
}

function isDeprecated(helpful: number, harmful: number, policy: typeof CRITERION_WEIGHT): boolean {
  const total = helpful + harmful
  return total >= policy.minFeedbackForAdjustment && harmful / total > policy.maxHarmfulRatio
}

function newest(events: readonly CriterionEvent[]): number {
  return events.reduce((latest, event) => Math.max(latest, event.at), Number.NEGATIVE_INFINITY)
}

/** A score before and after applying the weight of its criterion. */
export interface WeightedScore {
  readonly raw: number
  readonly weighted: number
  readonly weight: number
}

/**
 * Raw scores by criterion, each times the weight of its criterion; a criterion of unknown weight counts in full.
 *
 * type_safe 0.8 at weight 0.75: 0.6. A deprecated criterion has weight 0 and leaves nothing.
 */
export function applyWeights(
  scores: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): Record<string, WeightedScore> {
  const weightOf = (criterion: string) => (Object.hasOwn(weights, criterion) ? weights[criterion]! : UNKNOWN_WEIGHT)
  return Object.fromEntries(
    Object.entries(scores).map(([criterion, raw]) => {
      const weight = weightOf(criterion)
      return [criterion, { raw, weighted: roundScore(raw * weight), weight }]
    }),
  )
}
