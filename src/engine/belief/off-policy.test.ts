import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effectiveSize, importanceOf, type LoggedChoice, offPolicyValue } from './holdout.ts'

const at = (pattern: string, propensity = 0.9) => ({ pattern, propensity })
const choice = (more: Partial<LoggedChoice>): LoggedChoice => ({
  shown: [],
  withheld: [],
  wanted: [],
  success: true,
  ...more,
})

it('weights a choice by 1 over its probability, and by 0 if the policy would choose otherwise', () => {
  const logged = { shown: [at('a')], withheld: [at('b')] }
  expect(importanceOf(choice({ ...logged, wanted: ['a'] }))).toBeCloseTo(11.1111, 4)
  expect(importanceOf(choice({ ...logged, wanted: ['a', 'b'] }))).toBe(0)
  expect(importanceOf(choice({ ...logged, wanted: ['b'] }))).toBe(0)
  expect(importanceOf(choice({}))).toBe(1)
})

it('is the plain success rate if nothing was random', () => {
  const choices = [true, true, false].map((success) => choice({ shown: [at('a', 1)], wanted: ['a'], success }))
  expect(offPolicyValue(choices)).toBeCloseTo(2 / 3, 10)
  expect(effectiveSize(choices)).toBe(3)
  expect(offPolicyValue([choice({ wanted: ['x'] })])).toBeUndefined()
})

it('estimates the success rate of another policy from random choices', () => {
  // Shown with 0.9, and then 80 % end well; withheld, and then 30 %. The policy that shows it reaches 80 %, the other 30 %.
  const anyWorld = fc.integer({ min: 2_000, max: 4_000 })
  fc.assert(
    fc.property(anyWorld, (count) => {
      const worlds = Array.from({ length: count }, (_, i) => {
        const isShown = i % 10 !== 0
        const success = isShown ? i % 5 !== 1 : Math.floor(i / 10) % 10 < 3
        return { isShown, success }
      })
      const value = (wanted: string[]) =>
        offPolicyValue(
          worlds.map(({ isShown, success }) =>
            choice({ ...(isShown ? { shown: [at('a')] } : { withheld: [at('a')] }), wanted, success }),
          ),
        )
      const plain = worlds.filter(({ isShown }) => isShown)
      expect(value(['a'])).toBeCloseTo(plain.filter(({ success }) => success).length / plain.length, 10)
      expect(value([])).toBeCloseTo(0.3, 1)
    }),
    { numRuns: 10 },
  )
})
