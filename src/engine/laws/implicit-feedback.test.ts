import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMPLICIT_FEEDBACK, implicitFeedback, scoreOutcome, type TaskSignals } from './implicit-feedback.ts'

const DAY = 86_400_000
const BEST: TaskSignals = { durationMs: 180_000, errorCount: 0, retryCount: 0, success: true }
const score = (signals: Partial<TaskSignals>) => implicitFeedback({ ...BEST, ...signals }, 0)

describe('signals', () => {
  it('counts 299 999 ms as fast', () => {
    expect(score({ durationMs: 299_999 }).parts.duration).toBe(1)
  })

  it('counts 300 000 ms as medium', () => {
    expect(score({ durationMs: 300_000 }).parts.duration).toBe(0.6)
  })

  it('counts 1 800 000 ms as medium', () => {
    expect(score({ durationMs: 1_800_000 }).parts.duration).toBe(0.6)
  })

  it('counts 1 800 001 ms as slow', () => {
    expect(score({ durationMs: 1_800_001 }).parts.duration).toBe(0.2)
  })

  it.each([
    [0, 1],
    [1, 0.6],
    [2, 0.6],
    [3, 0.2],
    [40, 0.2],
  ])('scores %i errors %f', (errorCount, expected) => {
    expect(score({ errorCount }).parts.errors).toBe(expected)
  })

  it.each([
    [0, 1],
    [1, 0.7],
    [2, 0.3],
    [40, 0.3],
  ])('scores %i retries %f', (retryCount, expected) => {
    expect(score({ retryCount }).parts.retries).toBe(expected)
  })

  it('takes its thresholds from the policy', () => {
    const policy = {
      ...IMPLICIT_FEEDBACK,
      fastCompletionThresholdMs: 10,
      slowCompletionThresholdMs: 20,
      maxErrorsForHelpful: 0,
    }
    const verdict = implicitFeedback({ ...BEST, durationMs: 21, errorCount: 1 }, 0, policy)
    expect(verdict.parts).toEqual({ success: 1, duration: 0.2, errors: 0.2, retries: 1 })
  })
})

describe('type', () => {
  it.each([
    ['all at its best', {}, 1, 'helpful'],
    ['medium, 1 error, 2 retries', { durationMs: 600_000, errorCount: 1, retryCount: 2 }, 0.7, 'helpful'],
    ['medium, 3 errors, 1 retry', { durationMs: 600_000, errorCount: 3, retryCount: 1 }, 0.7, 'helpful'],
    ['fast, 3 errors, 2 retries', { errorCount: 3, retryCount: 2 }, 0.7, 'helpful'],
    ['slow, 2 errors, 2 retries', { durationMs: 2e6, errorCount: 2, retryCount: 2 }, 0.62, 'neutral'],
    ['all at its worst, succeeded', { durationMs: 2e6, errorCount: 3, retryCount: 2 }, 0.54, 'neutral'],
    ['all at its best, failed', { success: false }, 0.6, 'neutral'],
    ['failed with 3 errors', { success: false, errorCount: 3 }, 0.44, 'neutral'],
    ['failed with 3 errors, 1 retry', { success: false, errorCount: 3, retryCount: 1 }, 0.38, 'harmful'],
    ['all at its worst, failed', { durationMs: 2e6, errorCount: 3, retryCount: 2, success: false }, 0.14, 'harmful'],
  ] as const)('%s', (_case, signals, rawScore, type) => {
    expect(score(signals)).toMatchObject({ rawScore, type })
  })
})

it('halves the value in 90 days and leaves the raw score alone', () => {
  expect(implicitFeedback(BEST, 90 * DAY)).toMatchObject({ rawScore: 1, decayedValue: 0.5, type: 'helpful' })
})

describe('reasoning', () => {
  it('names every signal', () => {
    expect(score({}).reasoning).toBe('Fast completion (180s), 0 errors, 0 retries, succeeded')
  })

  it('counts one as one', () => {
    const signals = { durationMs: 300_000, errorCount: 1, retryCount: 1, success: false }
    expect(score(signals).reasoning).toBe('Medium completion (300s), 1 error, 1 retry, failed')
  })

  it('calls what took more than half an hour slow', () => {
    expect(score({ durationMs: 1_800_001 }).reasoning).toContain('Slow completion (1800s)')
  })
})

describe('laws', () => {
  const signals = fc.record({
    durationMs: fc.nat(4_000_000),
    errorCount: fc.nat(6),
    retryCount: fc.nat(4),
    success: fc.boolean(),
  })

  it('stays between 0.14 and 1', () => {
    fc.assert(
      fc.property(signals, (task) => {
        const { rawScore } = implicitFeedback(task, 0)
        expect(rawScore).toBeGreaterThanOrEqual(0.14)
        expect(rawScore).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never scores higher for more time, errors or retries, nor for failing', () => {
    fc.assert(
      fc.property(signals, signals, (task, more) => {
        const worse = {
          durationMs: task.durationMs + more.durationMs,
          errorCount: task.errorCount + more.errorCount,
          retryCount: task.retryCount + more.retryCount,
          success: task.success && more.success,
        }
        expect(implicitFeedback(worse, 0).rawScore).toBeLessThanOrEqual(implicitFeedback(task, 0).rawScore)
      }),
    )
  })
})

describe('the short answer', () => {
  it('is type, score and reasoning as of now', () => {
    expect(scoreOutcome({ ...BEST, durationMs: 600_000, errorCount: 1, retryCount: 2 })).toEqual({
      type: 'helpful',
      score: 0.7,
      reasoning: 'Medium completion (600s), 1 error, 2 retries, succeeded',
    })
  })

  it('goes by the weights and thresholds of the policy', () => {
    const policy = {
      ...IMPLICIT_FEEDBACK,
      helpfulFrom: 0.9,
      weights: { ...IMPLICIT_FEEDBACK.weights, success: 0 },
    }
    expect(scoreOutcome(BEST, policy)).toMatchObject({ type: 'neutral', score: 0.6 })
  })
})
