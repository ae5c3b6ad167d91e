import { describe, expect, it } from 'vitest'
import { outcomeFeedback, tasksFeedback, withTask } from './implicit-feedback.ts'

describe('feedback of an outcome', () => {
  it('says nothing when nobody observed it', () => {
    expect(outcomeFeedback({ result: 'success', observedBy: 'none' })).toBeUndefined()
    expect(outcomeFeedback({ result: 'unknown', observedBy: 'test' })).toBeUndefined()
  })

  it('lets the result speak where the course was not measured', () => {
    expect(outcomeFeedback({ result: 'success', observedBy: 'ci' })?.type).toBe('helpful')
    expect(outcomeFeedback({ result: 'failure', observedBy: 'ci' })?.type).toBe('harmful')
    expect(outcomeFeedback({ result: 'partial', observedBy: 'ci' })?.type).toBe('neutral')
  })

  it('scores the course where it was measured', () => {
    const slow = { durationMs: 2_000_000, errorCount: 4, retryCount: 3 }
    expect(outcomeFeedback({ result: 'success', observedBy: 'test', ...slow })).toMatchObject({
      type: 'neutral',
      strength: 0.54,
    })
    expect(outcomeFeedback({ result: 'failure', observedBy: 'test', ...slow })).toMatchObject({
      type: 'harmful',
      strength: 0.14,
    })
  })
})

describe('feedback of the tasks of a run', () => {
  const tally = (...scores: number[]) =>
    scores
      .map((strength) => ({ type: 'neutral' as const, reasoning: '', strength }))
      .reduce((sum, task) => withTask(sum, task), { observed: 0, score: 0 })

  it('is that of their mean, judged as one outcome', () => {
    expect(tasksFeedback(tally(1, 0.86, 0.14))).toBe('neutral')
    expect(tasksFeedback(tally(1, 0.86, 0.24))).toBe('helpful')
    expect(tasksFeedback(tally(0.14, 0.6))).toBe('harmful')
  })

  it('is that of the task where there is one', () => {
    for (const result of ['success', 'failure', 'partial'] as const) {
      const alone = outcomeFeedback({ result, observedBy: 'ci' })!
      expect(tasksFeedback(withTask(undefined, alone))).toBe(alone.type)
    }
  })

  it('is met exactly at the threshold, however the sum is rounded', () => {
    expect(tasksFeedback(tally(0.7, 0.7, 0.7))).toBe('helpful')
    expect(tasksFeedback(tally(0.4, 0.4, 0.4, 0.4, 0.4, 0.4))).toBe('harmful')
  })
})
