import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAILURE_MODE_KEYWORDS, failureMode, failureModeOf } from './failures.ts'

describe('failure mode', () => {
  it.each([
    ['Request timeout after 30s', 'timeout'],
    ['Command timed out after 2m 0.0s', 'timeout'],
    ['Merge conflict in src/a.ts', 'conflict'],
    ['File reservation held by another agent', 'conflict'],
    ['Validation of the result failed', 'validation'],
    ['Does not match the schema', 'validation'],
    ['Context window exceeded', 'context_overflow'],
    ['Token limit reached', 'context_overflow'],
    ['Blocked by bd-7', 'dependency_blocked'],
    ['Missing dependency', 'dependency_blocked'],
    ['Cancelled by user', 'user_cancelled'],
    ['Tool not found', 'tool_failure'],
    ['Command exited with 1', 'tool_failure'],
    ['failed to execute', 'tool_failure'],
    ['Something else', 'unknown'],
    ['', 'unknown'],
  ])('takes %j for %s', (text, mode) => {
    expect(failureMode(text).mode).toBe(mode)
  })

  it('finds a keyword inside a name, in either case', () => {
    expect(failureMode('ReadTimeoutError')).toEqual({ mode: 'timeout', keyword: 'timeout' })
    expect(failureMode('CONFLICT')).toEqual({ mode: 'conflict', keyword: 'conflict' })
  })

  it('names no keyword when it found none', () => {
    expect(failureMode('oops')).toEqual({ mode: 'unknown' })
  })

  it('lets the earlier mode win over any later one, wherever the words stand', () => {
    const order = FAILURE_MODE_KEYWORDS.map(({ mode }) => mode)
    const rank = fc.nat(order.length - 1)
    fc.assert(
      fc.property(rank, rank, fc.boolean(), (a, b, swap) => {
        const words = [a, b].map((i) => FAILURE_MODE_KEYWORDS[i]!.keywords[0])
        const text = (swap ? words.reverse() : words).join(' then ')
        expect(failureMode(text).mode).toBe(order[Math.min(a, b)])
      }),
    )
  })

  it('tries the modes in the documented order', () => {
    expect(FAILURE_MODE_KEYWORDS.map(({ mode }) => mode)).toEqual([
      'timeout',
      'conflict',
      'validation',
      'context_overflow',
      'dependency_blocked',
      'user_cancelled',
      'tool_failure',
    ])
  })
})

describe('the mode of an outcome', () => {
  it('is the recorded one, else told from the details of a failure, else absent', () => {
    const details = { failureDetails: 'ReadTimeoutError' }
    expect(failureModeOf({ result: 'failure', failureMode: 'conflict', ...details })).toEqual({
      failureMode: 'conflict',
    })
    expect(failureModeOf({ result: 'failure', ...details })).toEqual({ failureMode: 'timeout' })
    expect(failureModeOf({ result: 'success', ...details })).toEqual({})
    expect(failureModeOf({ result: 'failure' })).toEqual({})
  })
})
