import { decay } from './decay.ts'
import { roundScore } from './rounding.ts'

export const FEEDBACK_TYPES = ['helpful', 'neutral', 'harmful'] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

/** What was observed of a task: no opinion, only counts. */
export interface TaskSignals {
  readonly durationMs: number
  readonly errorCount: number
  readonly retryCount: number
  readonly success: boolean
}

export interface ImplicitFeedback {
  readonly type: FeedbackType
  readonly rawScore: number
  /** The score as of now: the strength that travels beside the feedback event. */
  readonly decayedValue: number
  readonly reasoning: string
  /** What each signal scored before its weight. */
  readonly parts: {
    readonly success: number
    readonly duration: number
    readonly errors: number
    readonly retries: number
  }
}

export const IMPLICIT_FEEDBACK = {
  fastCompletionThresholdMs: 300_000,
  slowCompletionThresholdMs: 1_800_000,
  maxErrorsForHelpful: 2,
  halfLifeDays: 90,
}

const WEIGHTS = { success: 0.4, duration: 0.2, errors: 0.2, retries: 0.2 }
const HELPFUL_FROM = 0.7
const HARMFUL_TO = 0.4

/**
 * What the course of a task says about it, without anyone being asked.
 *
 *   raw = 0.4 x success + 0.2 x duration + 0.2 x errors + 0.2 x retries
 *   raw >= 0.7 is helpful, raw <= 0.4 harmful, anything between neutral
 *
 * Succeeded in 10 minutes with 1 error and 2 retries: 0.4 + 0.12 + 0.12 + 0.06 = 0.7, helpful.
 * Failed in 3 minutes without error or retry: 0 + 0.2 + 0.2 + 0.2 = 0.6, neutral.
 */
export function implicitFeedback(
  signals: TaskSignals,
  ageMs: number,
  policy = IMPLICIT_FEEDBACK,
): ImplicitFeedback {
  const parts = {
    success: signals.success ? 1 : 0,
    duration: PACE_SCORES[paceOf(signals.durationMs, policy)],
    errors: errorScore(signals.errorCount, policy.maxErrorsForHelpful),
    retries: retryScore(signals.retryCount),
  }
  const rawScore = weighted(parts)
  return {
    type: typeOf(rawScore),
    rawScore,
    decayedValue: decay(rawScore, ageMs, policy.halfLifeDays),
    reasoning: reasoningOf(signals, policy),
    parts,
  }
}

type Pace = 'Fast' | 'Medium' | 'Slow'
const PACE_SCORES: Record<Pace, number> = { Fast: 1, Medium: 0.6, Slow: 0.2 }

/** Both thresholds are medium: 5 minutes is no longer fast, 30 minutes not yet slow. */
function paceOf(durationMs: number, policy: typeof IMPLICIT_FEEDBACK): Pace {
  if (durationMs < policy.fastCompletionThresholdMs) return 'Fast'
  return durationMs <= policy.slowCompletionThresholdMs ? 'Medium' : 'Slow'
}

function errorScore(errors: number, maxForHelpful: number): number {
  if (errors === 0) return 1
  return errors <= maxForHelpful ? 0.6 : 0.2
}

function retryScore(retries: number): number {
  if (retries === 0) return 1
  return retries === 1 ? 0.7 : 0.3
}

function weighted(parts: ImplicitFeedback['parts']): number {
  return roundScore(
    WEIGHTS.success * parts.success +
      WEIGHTS.duration * parts.duration +
      WEIGHTS.errors * parts.errors +
      WEIGHTS.retries * parts.retries,
  )
}

function typeOf(rawScore: number): FeedbackType {
  if (rawScore >= HELPFUL_FROM) return 'helpful'
  return rawScore <= HARMFUL_TO ? 'harmful' : 'neutral'
}

function reasoningOf(signals: TaskSignals, policy: typeof IMPLICIT_FEEDBACK): string {
  const { durationMs, errorCount, retryCount, success } = signals
  const pace = `${paceOf(durationMs, policy)} completion (${Math.round(durationMs / 1000)}s)`
  const errors = `${errorCount} ${errorCount === 1 ? 'error' : 'errors'}`
  const retries = `${retryCount} ${retryCount === 1 ? 'retry' : 'retries'}`
  return `${pace}, ${errors}, ${retries}, ${success ? 'succeeded' : 'failed'}`
}
