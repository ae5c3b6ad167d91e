import { percent, roundScore, roundTo } from '../../domain/numbers.ts'
import type { FeedbackType } from '../../domain/values/outcome.ts'
import type { Maturity } from '../../domain/values/pattern.ts'
import { decay, halfLifeOf } from './decay.ts'

/** The decayed sums of all helpful and all harmful feedback. */
export interface FeedbackMass {
  readonly helpful: number
  readonly harmful: number
}

export interface MaturityGrade extends FeedbackMass {
  readonly state: Maturity
  readonly multiplier: number
  readonly harmfulShare: number
  /** False if there is no feedback to judge by; the multiplier of a candidate is then 1. */
  readonly known: boolean
}

export const MATURITY = {
  minFeedback: 3,
  minHelpful: 5,
  maxHarmful: 0.15,
  deprecationThreshold: 0.3,
  halfLifeDays: 90,
  halfLife: 'fixed' as 'fixed' | 'confidence',
}

export const MATURITY_MULTIPLIERS: Readonly<Record<Maturity, number>> = {
  candidate: 0.5,
  established: 1,
  proven: 1.5,
  deprecated: 0,
}

/** Feedback from an hour ago weighs a little less than 1; with the tolerance, three such events still count as three. */
const MASS_TOLERANCE = 0.01
/** For the same reason shares are compared to four decimals: half an hour between events moves one by 0.00004 at most. 7 helpful, then 3 harmful, is a share of 0.3 in any order. */
const SHARE_DECIMALS = 4

/**
 * How far a pattern may be trusted by the mass of its feedback, regardless of its previous state.
 *
 *   below mass 3                              candidate
 *   harmful share above 0.3                   deprecated
 *   helpful mass 5 and harmful share < 0.15   proven
 *   anything else                             established
 *
 * Helpful 3 and harmful 1: mass 4, harmful share 0.25, established.
 */
export function maturityFromMass(mass: FeedbackMass, policy = MATURITY): MaturityGrade {
  return gradeAs(stateOf(mass, policy), mass)
}

/**
 * The state that follows from `previous` and the mass as of now.
 *
 * Time reduces helpful and harmful mass alike, so only new evidence changes their share. A state is entered by mass and left by share, so a pattern never changes its state
 * just because time passed. Proven is left at a harmful share of 0.15, deprecated at 0.3 or less, established only for one of these two.
 * Proven by 5 helpful events, 2.5 is left after 90 days: still proven. One harmful then, 1 / 3.5 = 0.2857: established.
 */
export function nextMaturity(previous: Maturity, mass: FeedbackMass, policy = MATURITY): MaturityGrade {
  const isGone = mass.helpful + mass.harmful === 0
  return gradeAs(isGone ? previous : heldState(previous, mass, policy), mass)
}

/** A proven pattern has also passed the minimum of established, and a lack of mass takes it no lower. */
function heldState(previous: Maturity, mass: FeedbackMass, policy: typeof MATURITY): Maturity {
  const harmfulShare = roundTo(shareOf(mass), SHARE_DECIMALS)
  if (previous === 'deprecated' && harmfulShare > policy.deprecationThreshold) return 'deprecated'
  if (previous === 'proven' && harmfulShare < policy.maxHarmful) return 'proven'
  const graded = stateOf(mass, policy)
  const passedMinimum = previous === 'proven' || previous === 'established'
  return passedMinimum && graded === 'candidate' ? 'established' : graded
}

function gradeAs(state: Maturity, { helpful, harmful }: FeedbackMass): MaturityGrade {
  const known = helpful + harmful > 0
  const multiplier = known || state !== 'candidate' ? MATURITY_MULTIPLIERS[state] : 1
  return { state, multiplier, helpful, harmful, harmfulShare: shareOf({ helpful, harmful }), known }
}

function stateOf(mass: FeedbackMass, policy: typeof MATURITY): Maturity {
  const harmfulShare = roundTo(shareOf(mass), SHARE_DECIMALS)
  if (!reaches(mass.helpful + mass.harmful, policy.minFeedback)) return 'candidate'
  if (harmfulShare > policy.deprecationThreshold) return 'deprecated'
  const isProven = reaches(mass.helpful, policy.minHelpful) && harmfulShare < policy.maxHarmful
  return isProven ? 'proven' : 'established'
}

function reaches(mass: number, minimum: number): boolean {
  return roundScore(mass + MASS_TOLERANCE) >= minimum
}

function shareOf({ helpful, harmful }: FeedbackMass): number {
  const total = helpful + harmful
  return total === 0 ? 0 : harmful / total
}

/** Feedback events without decay: counts that a reader can check. */
export interface FeedbackCounts {
  readonly helpful: number
  readonly harmful: number
}

/**
 * The bracketed text that shows in a prompt how far to trust a pattern.
 *
 * Below the minimum count there is no percentage, whatever the state. 6 helpful of 8, established: `[ESTABLISHED - 75% helpful, 25% harmful from 8 observations]`.
 */
export function maturityLabel(state: Maturity, counts: FeedbackCounts, policy = MATURITY): string {
  const total = counts.helpful + counts.harmful
  const observed = `${total} ${total === 1 ? 'observation' : 'observations'}`
  if (total < policy.minFeedback) return `[LIMITED DATA - ${observed}]`
  return `[${state.toUpperCase()} - ${standing(state, counts, observed)}]`
}

function standing(state: Maturity, { helpful, harmful }: FeedbackCounts, observed: string): string {
  const helpfulPercent = percent(helpful, helpful + harmful)
  const harmfulPercent = percent(harmful, helpful + harmful)
  switch (state) {
    case 'candidate':
      return `${observed}, too faint to judge by`
    case 'established':
      return `${helpfulPercent}% helpful, ${harmfulPercent}% harmful from ${observed}`
    case 'proven':
      return `${helpfulPercent}% helpful from ${observed}`
    case 'deprecated':
      return `${harmfulPercent}% harmful, avoid using`
  }
}

export interface MaturityFeedback {
  readonly type: FeedbackType
  readonly at: number
  /** How much the event counts when new, 0 to 1. */
  readonly weight: number
}

export interface MaturityVerdict extends MaturityGrade {
  /** The number of events. */
  readonly helpfulCount: number
  readonly harmfulCount: number
  /** The bracketed text for the prompt. */
  readonly label: string
}

/**
 * How far a pattern may be trusted by its feedback, and on what evidence.
 *
 * Each event weighs `weight x 2^(-age / halfLife)`; trust that is not renewed runs out. Neutral events count nowhere.
 * Six helpful events of 90 days ago weigh 3: no longer proven, but established.
 */
export function maturityOf(feedback: readonly MaturityFeedback[], now: number, policy = MATURITY): MaturityVerdict {
  const helpful = feedback.filter((event) => event.type === 'helpful')
  const harmful = feedback.filter((event) => event.type === 'harmful')
  const counts = { helpful: helpful.length, harmful: harmful.length }
  const days = feedbackHalfLife(counts.helpful, counts.harmful, policy)
  const mass = { helpful: massOf(helpful, now, days), harmful: massOf(harmful, now, days) }
  const grade = maturityFromMass(mass, policy)
  const label = maturityLabel(grade.state, counts, policy)
  return { ...grade, helpfulCount: counts.helpful, harmfulCount: counts.harmful, label }
}

function massOf(events: readonly MaturityFeedback[], now: number, halfLifeDays: number): number {
  return events.reduce((sum, event) => sum + decay(event.weight, now - event.at, halfLifeDays), 0)
}

/**
 * Days in which feedback on a pattern loses half its weight: fixed, or longer if more of it is helpful.
 *
 * By confidence, at 90 days: 4 helpful alone 135, 3 helpful and 1 harmful 112.5, harmful alone 45.
 */
export function feedbackHalfLife(
  helpful: number,
  harmful: number,
  { halfLife, halfLifeDays }: typeof MATURITY,
): number {
  const isFixed = halfLife === 'fixed' || helpful + harmful === 0
  return isFixed ? halfLifeDays : halfLifeOf(halfLifeDays, helpful / (helpful + harmful))
}
