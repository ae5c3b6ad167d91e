import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bootstrapped } from './statistics.ts'

const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length

it('gives the same interval for the same seed, around the estimate', () => {
  const cases = Array.from({ length: 50 }, (_, i) => i % 7)
  const interval = bootstrapped(cases, mean, 'seed')!
  expect(bootstrapped(cases, mean, 'seed')).toEqual(interval)
  expect(interval.estimate).toBe(mean(cases))
  expect(interval.low).toBeLessThan(interval.estimate)
  expect(interval.high).toBeGreaterThan(interval.estimate)
  expect(interval.high - interval.low).toBeCloseTo(4 * (2 / Math.sqrt(50)), 0)
})

it('gives an interval without width if all cases are equal', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 20 }), (value, count) => {
      const interval = bootstrapped(
        Array.from({ length: count }, () => value),
        mean,
        's',
      )!
      expect([interval.low, interval.high]).toEqual([interval.estimate, interval.estimate])
    }),
  )
})

it('is undefined if the cases do not give the statistic', () => {
  expect(bootstrapped([1], () => undefined, 's')).toBeUndefined()
})
