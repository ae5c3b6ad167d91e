import { decay } from './decay.ts'
import type { FeedbackType } from './implicit-feedback.ts'

export interface CriterionEvent {
  readonly type: FeedbackType
  readonly at: number
  /** How much the event counts when new, 0 to 1. */
  readonly rawValue: number
}

export interface CriterionWeight {
  readonly weight: number
  /** Events, as they were counted. */
  readonly helpful: number
  readonly harmful: number
  /** What is left of them as of now. */
  readonly helpfulMass: number
  readonly harmfulMass: number
  /** The newest helpful event. */
  readonly lastValidated?: number
  readonly deprecated: boolean
  /** False while there is neither a helpful nor a harmful event: the weight is then an assumption. */
  readonly known: boolean
}

export const CRITERION_WEIGHT = {
  halfLifeDays: 90,
  minFeedbackForAdjustment: 3,
  maxHarmfulRatio: 0.3,
}

const WEIGHT_FLOOR = 0.1
const UNKNOWN_WEIGHT = 1

/**
 * How much a criterion still counts: `max(0.1, H / (H + X))`, H and X the decayed sums of helpful and harmful.
 *
 * Helpful today and harmful 90 days ago: 1 / (1 + 0.5) = 0.6667. Two harmful events alone: the floor, 0.1.
 * Deprecated, by count and not by mass, is 0: from 3 events on, more than 0.3 of them harmful.
 */
export function criterionWeight(
  events: readonly CriterionEvent[],
  now: number,
  policy = CRITERION_WEIGHT,
): CriterionWeight {
  const helpful = events.filter((event) => event.type === 'helpful')
  const harmful = events.filter((event) => event.type === 'harmful')
  const helpfulMass = massOf(helpful, now, policy)
  const harmfulMass = massOf(harmful, now, policy)
  const deprecated = isDeprecated(helpful.length, harmful.length, policy)
  return {
    weight: deprecated ? 0 : weightOf(helpfulMass, harmfulMass),
    helpful: helpful.length,
    harmful: harmful.length,
    helpfulMass,
    harmfulMass,
    ...(helpful.length === 0 ? {} : { lastValidated: newest(helpful) }),
    deprecated,
    known: helpful.length + harmful.length > 0,
  }
}

function massOf(events: readonly CriterionEvent[], now: number, policy: typeof CRITERION_WEIGHT): number {
  return events.reduce((sum, event) => sum + decay(event.rawValue, now - event.at, policy.halfLifeDays), 0)
}

/** Events that weigh nothing say nothing, so their weight is that of no event. */
function weightOf(helpfulMass: number, harmfulMass: number): number {
  const total = helpfulMass + harmfulMass
  return total === 0 ? UNKNOWN_WEIGHT : Math.max(WEIGHT_FLOOR, helpfulMass / total)
}

function isDeprecated(helpful: number, harmful: number, policy: typeof CRITERION_WEIGHT): boolean {
  const total = helpful + harmful
  return total >= policy.minFeedbackForAdjustment && harmful / total > policy.maxHarmfulRatio
}

function newest(events: readonly CriterionEvent[]): number {
  return events.reduce((latest, event) => Math.max(latest, event.at), Number.NEGATIVE_INFINITY)
}
