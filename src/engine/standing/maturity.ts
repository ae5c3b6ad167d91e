import type { FeedbackType } from '../../domain/values/outcome.ts'
import { decay } from './decay.ts'
import { MATURITY, type MaturityGrade, maturityFromMass } from './maturity-grade.ts'
import { maturityLabel } from './maturity-label.ts'

export interface MaturityFeedback {
  readonly type: FeedbackType
  readonly at: number
  /** How much the event counts when new, 0 to 1. */
  readonly weight: number
}

export interface MaturityVerdict extends MaturityGrade {
  /** Events, as they were counted. */
  readonly helpfulCount: number
  readonly harmfulCount: number
  /** The bracketed text of the prompt. */
  readonly label: string
}

/**
 * How far a pattern may be trusted by its feedback, and on what evidence.
 *
 * Each event weighs `weight x 2^(-age / halfLife)`; trust that is not renewed runs out. Neutral events count nowhere.
 * Six helpful events of 90 days ago weigh 3: no longer proven, but established.
 */
export function maturityOf(
  feedback: readonly MaturityFeedback[],
  now: number,
  policy = MATURITY,
): MaturityVerdict {
  const helpful = feedback.filter((event) => event.type === 'helpful')
  const harmful = feedback.filter((event) => event.type === 'harmful')
  const mass = { helpful: massOf(helpful, now, policy), harmful: massOf(harmful, now, policy) }
  const grade = maturityFromMass(mass, policy)
  const counts = { helpful: helpful.length, harmful: harmful.length }
  return {
    ...grade,
    helpfulCount: counts.helpful,
    harmfulCount: counts.harmful,
    label: maturityLabel(grade.state, counts, policy),
  }
}

function massOf(events: readonly MaturityFeedback[], now: number, policy: typeof MATURITY): number {
  return events.reduce((sum, event) => sum + decay(event.weight, now - event.at, policy.halfLifeDays), 0)
}
