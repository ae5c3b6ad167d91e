import { describe, expect, it } from 'vitest'
import { outcomeFeedback } from './outcome-feedback.ts'

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
