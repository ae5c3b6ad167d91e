import { roundScore } from '../../domain/numbers.ts'
import type { FeedbackType, RunEnd } from '../../domain/values/outcome.ts'
import { decay } from '../standing/decay.ts'

/** Observations of a task: counts only, no opinion. */
export interface TaskSignals {
  readonly durationMs: number
  readonly errorCount: number
  readonly retryCount: number
  readonly success: boolean
}

export interface ImplicitFeedback {
  readonly type: FeedbackType
  readonly rawScore: number
  /** The score as of now, stored with the feedback event as its strength. */
  readonly decayedValue: number
  readonly reasoning: string
  /** The score of each signal before its weight. */
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
 * Implicit feedback from the course of a task, without asking anyone.
 *
 *   raw = 0.4 x success + 0.2 x duration + 0.2 x errors + 0.2 x retries
 *   raw >= 0.7 is helpful, raw <= 0.4 harmful, anything between neutral
 *
 * Succeeded in 10 minutes with 1 error and 2 retries: 0.4 + 0.12 + 0.12 + 0.06 = 0.7, helpful.
 * Failed in 3 minutes without error or retry: 0 + 0.2 + 0.2 + 0.2 = 0.6, neutral.
 */
export function implicitFeedback(signals: TaskSignals, ageMs: number, policy = IMPLICIT_FEEDBACK): ImplicitFeedback {
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

/** The feedback on a task that has just ended: its type, its score, and the reason. */
export function scoreOutcome(signals: TaskSignals, policy = IMPLICIT_FEEDBACK) {
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

/** Both thresholds belong to medium: 5 minutes is no longer fast, 30 minutes not yet slow. */
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

/** The fields of an outcome that show whether a run went well. */
export interface ObservedOutcome {
  readonly result: RunEnd
  readonly observedBy: string
  readonly durationMs?: number | undefined
  readonly errorCount?: number | undefined
  readonly retryCount?: number | undefined
}

export interface OutcomeFeedback {
  readonly type: FeedbackType
  readonly reasoning: string
  /** The score of the run, if its duration, errors and retries were measured. */
  readonly strength?: number
}

/** An outcome as feedback on the patterns that the run used; undefined if nobody observed it. Duration, errors and retries are scored if known; otherwise the result decides. */
export function outcomeFeedback(outcome: ObservedOutcome, policy = IMPLICIT_FEEDBACK): OutcomeFeedback | undefined {
  const { result, observedBy, durationMs, errorCount, retryCount } = outcome
  if (observedBy === 'none' || result === 'unknown') return undefined
  if (result === 'partial') return { type: 'neutral', reasoning: 'partly succeeded' }
  const success = result === 'success'
  if (durationMs === undefined || errorCount === undefined || retryCount === undefined)
    return {
      type: success ? 'helpful' : 'harmful',
      reasoning: `${success ? 'succeeded' : 'failed'} (duration, errors and retries not known)`,
    }
  const { score, ...scored } = scoreOutcome({ durationMs, errorCount, retryCount, success }, policy)
  return { ...scored, strength: score }
}

/** The tasks of a run that were observed, and the sum of their scores. */
export interface TaskTally {
  readonly observed: number
  readonly score: number
}

/** Scores by type alone, for a task whose course was not measured. */
const PLAIN_SCORES: Readonly<Record<FeedbackType, number>> = { helpful: 1, neutral: 0.5, harmful: 0 }

/** Adds one task outcome, in place of an earlier attempt at the same task; the order of tasks does not change the sum. Undefined: nobody observed it. */
export function withTask(
  tally: TaskTally | undefined,
  said: OutcomeFeedback | undefined,
  earlier?: OutcomeFeedback,
): TaskTally {
  const { observed = 0, score = 0 } = tally ?? {}
  return { observed: observed + one(said) - one(earlier), score: roundScore(score + scoreOf(said) - scoreOf(earlier)) }
}

const one = (said: OutcomeFeedback | undefined) => (said === undefined ? 0 : 1)

function scoreOf(said: OutcomeFeedback | undefined): number {
  return said === undefined ? 0 : (said.strength ?? PLAIN_SCORES[said.type])
}

/** A run's feedback by its tasks: the mean of their scores, judged as one outcome, so that a run of many tasks grades a pattern once. Scores 1, 0.86 and 0.14: mean 0.6667, neutral. Undefined while no task was observed. */
export function tasksFeedback({ observed, score }: TaskTally, policy = IMPLICIT_FEEDBACK) {
  return observed === 0 ? undefined : feedbackTypeOf(roundScore(score / observed), policy)
}
