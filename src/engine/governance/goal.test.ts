import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateGoal, GOALS } from './goal.ts'

describe('reduce-failures', () => {
  it.each([
    [0, 1, true],
    [1, 0.8333, true],
    [2, 0.6667, true],
    [3, 0.5, true],
    [4, 0.3333, false],
    [6, 0, false],
    [9, 0, false],
  ])('%d iterations of 3 score %d, met: %s', (iterations, score, success) => {
    const outcome = evaluateGoal({ goal: 'reduce-failures', iterations })
    expect(outcome.score).toBeCloseTo(score, 4)
    expect(outcome.success).toBe(success)
  })

  it('takes another target', () => {
    expect(evaluateGoal({ goal: 'reduce-failures', iterations: 5, target: 10 })).toEqual({
      success: true,
      score: 0.75,
      details: '5 iterations (target 10)',
      known: true,
    })
  })
})

describe('minimize-tokens', () => {
  it.each([
    [25_000, 0.75, true],
    [50_000, 0.5, true],
    [50_001, 1 - 50_001 / 100_000, false],
    [75_000, 0.25, false],
  ])('%d tokens of 50,000 score %d, met: %s', (tokens, score, success) => {
    expect(evaluateGoal({ goal: 'minimize-tokens', tokens })).toMatchObject({ score, success })
  })
})

describe('swe-bench', () => {
  it.each([
    [0, undefined, true, 1, 'exit code 0'],
    [1, undefined, false, 0, 'exit code 1'],
    [1, '3 passed', false, 0, 'exit code 1'],
    [0, '3 passed, 2 failed', false, 0.6, '2 of 5 tests failed'],
    [1, '3 passed, 1 failed', false, 0.75, '1 of 4 tests failed'],
    [0, 'no tests', true, 1, 'exit code 0'],
    [undefined, '3 passed, 0 failed', true, 1, '3 passed'],
    [undefined, '0 passed', false, 0, '0 passed'],
    [undefined, '1 failed, 3 passed', false, 0.75, '1 of 4 tests failed'],
  ])('exit code %j with output %j, met: %s, scores %d', (exitCode, testOutput, success, score, details) => {
    expect(evaluateGoal({ goal: 'swe-bench', exitCode, testOutput })).toEqual({ success, score, details, known: true })
  })
})

describe('maximize-coverage', () => {
  it.each([
    ['TOTAL 100 20 80%', undefined, true, 0.8],
    ['TOTAL 100 21 79%', undefined, false, 0.79],
    ['TOTAL 100 21 79%', 70, true, 0.79],
  ])('%s with target %j, met: %s', (testOutput, target, success, score) => {
    expect(evaluateGoal({ goal: 'maximize-coverage', testOutput, target })).toMatchObject({ success, score })
  })
})

describe('custom', () => {
  it('is met by exit code 0', () => {
    expect(evaluateGoal({ goal: 'custom', exitCode: 0 })).toMatchObject({ success: true, score: 1 })
    expect(evaluateGoal({ goal: 'custom', exitCode: 2 })).toMatchObject({ success: false, score: 0 })
  })
})

it.each([
  ['reduce-failures', 'not evaluated: iterations is missing'],
  ['minimize-tokens', 'not evaluated: tokens is missing'],
  ['swe-bench', 'not evaluated: exitCode or a test summary in testOutput is missing'],
  ['maximize-coverage', 'not evaluated: a coverage figure in testOutput is missing'],
  ['custom', 'not evaluated: exitCode is missing'],
] as const)('%s is unknown without its figure', (goal, details) => {
  expect(evaluateGoal({ goal })).toEqual({ success: false, score: 0, details, known: false })
})

it('scores between 0 and 1, and never better for more iterations', () => {
  fc.assert(
    fc.property(fc.constantFrom(...GOALS), fc.nat(99), fc.integer({ min: 1, max: 50 }), (goal, amount, target) => {
      const score = (n: number) => evaluateGoal({ goal, target, iterations: n, tokens: n, exitCode: 0 }).score
      expect(score(amount) >= 0 && score(amount) <= 1).toBe(true)
      expect(score(amount + 1)).toBeLessThanOrEqual(score(amount))
    }),
  )
})
