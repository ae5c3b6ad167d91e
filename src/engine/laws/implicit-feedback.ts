import type { FeedbackType } from '../../domain/values/outcome.ts'
import { decay } from '../standing/decay.ts'
import { roundScore } from './rounding.ts'

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
  helpfulFrom: 0.7,
  harmfulTo: 0.4,
  weights: { success: 0.4, duration: 0.2, errors: 0.2, retries: 0.2 },
  durationScores: { fast: 1, medium: 0.6, slow: 0.2 },
  errorScores: { none: 1, few: 0.6, many: 0.2 },
  retryScores: { none: 1, one: 0.7, more: 0.3 },
}

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
    duration: policy.durationScores[paceOf(signals.durationMs, policy)],
    errors: errorScore(signals.errorCount, policy),
    retries: retryScore(signals.retryCount, policy),
  }
  const rawScore = weighted(parts, policy)
  return {
    type: feedbackTypeOf(rawScore, policy),
    rawScore,
    decayedValue: decay(rawScore, ageMs, policy.halfLifeDays),
    reasoning: reasoningOf(signals, policy),
    parts,
  }
}

export interface ScoredOutcome {
  readonly type: FeedbackType
  readonly score: number
  readonly reasoning: string
}

/** The short answer: what a task that has just ended counts as, by which score, and why. */
export function scoreOutcome(signals: TaskSignals, policy = IMPLICIT_FEEDBACK): ScoredOutcome {
  const { type, rawScore, reasoning } = implicitFeedback(signals, 0, policy)
  return { type, score: rawScore, reasoning }
}

/** 0.7 and more is helpful, 0.4 and less harmful. */
export function feedbackTypeOf(rawScore: number, policy = IMPLICIT_FEEDBACK): FeedbackType {
  if (rawScore >= policy.helpfulFrom) return 'helpful'
  return rawScore <= policy.harmfulTo ? 'harmful' : 'neutral'
}

type Pace = 'fast' | 'medium' | 'slow'
const PACE_WORDS: Record<Pace, string> = { fast: 'Fast', medium: 'Medium', slow: 'Slow' }

/** Both thresholds are medium: 5 minutes is no longer fast, 30 minutes not yet slow. */
function paceOf(durationMs: number, policy: typeof IMPLICIT_FEEDBACK): Pace {
  if (durationMs < policy.fastCompletionThresholdMs) return 'fast'
  return durationMs <= policy.slowCompletionThresholdMs ? 'medium' : 'slow'
}

function errorScore(errors: number, policy: typeof IMPLICIT_FEEDBACK): number {
  if (errors === 0) return policy.errorScores.none
  return errors <= policy.maxErrorsForHelpful ? policy.errorScores.few : policy.errorScores.many
}

function retryScore(retries: number, { retryScores }: typeof IMPLICIT_FEEDBACK): number {
  if (retries === 0) return retryScores.none
  return retries === 1 ? retryScores.one : retryScores.more
}

function weighted(parts: ImplicitFeedback['parts'], { weights }: typeof IMPLICIT_FEEDBACK): number {
  return roundScore(
    weights.success * parts.success +
      weights.duration * parts.duration +
      weights.errors * parts.errors +
      weights.retries * parts.retries,
  )
}

function reasoningOf(signals: TaskSignals, policy: typeof IMPLICIT_FEEDBACK): string {
  const { durationMs, errorCount, retryCount, success } = signals
  const pace = `${PACE_WORDS[paceOf(durationMs, policy)]} completion (${Math.round(durationMs / 1000)}s)`
  const errors = `${errorCount} ${errorCount === 1 ? 'error' : 'errors'}`
  const retries = `${retryCount} ${retryCount === 1 ? 'retry' : 'retries'}`
  return `${pace}, ${errors}, ${retries}, ${success ? 'succeeded' : 'failed'}`
}
