import { type FeedbackType, IMPLICIT_FEEDBACK, implicitFeedback } from './implicit-feedback.ts'

/** The part of an outcome that says whether a run helped. */
export interface ObservedOutcome {
  readonly result: 'success' | 'partial' | 'failure' | 'unknown'
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
  const { type, reasoning, rawScore } = implicitFeedback(
    { durationMs, errorCount, retryCount, success },
    0,
    policy,
  )
  return { type, reasoning, strength: rawScore }
}
