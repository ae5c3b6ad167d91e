import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY } from './policy.ts'
import { noRecord, type StrategyExample, strategyStanding, withStrategyResult } from './strategies.ts'

const DAY = 86_400_000
const record = (examples: readonly StrategyExample[]) =>
  examples.reduce((known, example) => withStrategyResult(known, example), noRecord('Split by file type'))
const tried = (successes: number, failures: number) =>
  record(
    Array.from({ length: successes + failures }, (_, i) => ({
      task: `t${i}`,
      success: i < successes,
      at: i * DAY,
    })),
  )
const standing = (successes: number, failures: number) => strategyStanding(tried(successes, failures), POLICY)

describe('a strategy', () => {
  it.each([
    [0, 0, 'open'],
    [1, 0, 'open'],
    [2, 0, 'works'],
    [7, 3, 'works'],
    [2, 1, 'open'],
    [3, 2, 'open'],
    [0, 2, 'open'],
    [0, 3, 'avoid'],
    [2, 3, 'avoid'],
    [2, 5, 'avoid'],
  ])('that succeeded %i times and failed %i times: %s', (successes, failures, state) => {
    expect(standing(successes, failures).state).toBe(state)
  })

  it('that fails too often has its warning in words', () => {
    expect(standing(2, 5).inversion.content).toBe('AVOID: Split by file type. Failed 5/7 times (71% failure rate)')
  })

  it('keeps the newest ten tasks as examples, in whatever order they arrive', () => {
    const examples = Array.from({ length: 14 }, (_, i) => ({ task: `t${i}`, success: true, at: i * DAY }))
    fc.assert(
      fc.property(fc.shuffledSubarray(examples, { minLength: 14 }), (order) => {
        expect(record(order).examples.map(({ task }) => task)).toEqual(
          Array.from({ length: 10 }, (_, i) => `t${13 - i}`),
        )
      }),
    )
  })

  it('gives way by half in 90 days', () => {
    expect(
      record([
        { success: true, at: 0 },
        { success: true, at: 90 * DAY },
      ]).seen,
    ).toEqual({
      value: 1.5,
      at: 90 * DAY,
    })
  })
})
