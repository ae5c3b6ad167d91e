import type { FeedbackType, RunEnd } from '../../domain/values/outcome.ts'
import { feedbackTypeOf, IMPLICIT_FEEDBACK, scoreOutcome } from './implicit-feedback.ts'
import { roundScore } from './rounding.ts'

/** The part of an outcome that says whether a run helped. */
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
  /** How strongly the course of the run speaks, where it was measured. */
  readonly strength?: number
}

/**
 * What an outcome says about the patterns that the run used; undefined when nobody observed it.
 *
 * With duration, errors and retries the course of the run is scored; without them the result alone speaks: success is
 * helpful, failure harmful, partial neutral. That an agent stopped is not success.
 */
export function outcomeFeedback(
  outcome: ObservedOutcome,
  policy = IMPLICIT_FEEDBACK,
): OutcomeFeedback | undefined {
  const { result, observedBy, durationMs, errorCount, retryCount } = outcome
  if (observedBy === 'none' || result === 'unknown') return undefined
  if (result === 'partial') return { type: 'neutral', reasoning: 'partly succeeded' }
  const success = result === 'success'
  if (durationMs === undefined || errorCount === undefined || retryCount === undefined)
    return {
      type: success ? 'helpful' : 'harmful',
      reasoning: `${success ? 'succeeded' : 'failed'}, course not measured`,
    }
  const { score, ...scored } = scoreOutcome({ durationMs, errorCount, retryCount, success }, policy)
  return { ...scored, strength: score }
}

/** The tasks of a run that were observed, and the sum of their scores. */
export interface TaskTally {
  readonly observed: number
  readonly score: number
}

/** Where the course was not measured, the type alone gives the score. */
const PLAIN_SCORES: Readonly<Record<FeedbackType, number>> = { helpful: 1, neutral: 0.5, harmful: 0 }

/**
 * One more task outcome, in place of what an earlier attempt at the task said; the sum is the same in whatever order tasks
 * arrive. Undefined is what nobody observed.
 */
export function withTask(
  tally: TaskTally | undefined,
  said: OutcomeFeedback | undefined,
  earlier?: OutcomeFeedback,
): TaskTally {
  const { observed = 0, score = 0 } = tally ?? {}
  return {
    observed: observed + one(said) - one(earlier),
    score: roundScore(score + scoreOf(said) - scoreOf(earlier)),
  }
}

const one = (said: OutcomeFeedback | undefined) => (said === undefined ? 0 : 1)

function scoreOf(said: OutcomeFeedback | undefined): number {
  return said === undefined ? 0 : (said.strength ?? PLAIN_SCORES[said.type])
}

/**
 * What a run says by way of its tasks: the mean of their scores, judged as one outcome, so that a run of many tasks grades a
 * pattern once. Scores 1, 0.86 and 0.14: mean 0.6667, neutral. Undefined while no task was observed.
 */
export function tasksFeedback(
  { observed, score }: TaskTally,
  policy = IMPLICIT_FEEDBACK,
): FeedbackType | undefined {
  return observed === 0 ? undefined : feedbackTypeOf(roundScore(score / observed), policy)
}
