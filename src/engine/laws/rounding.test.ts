import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundScore, roundTo } from '../../domain/numbers.ts'

it.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [0.55 + 8 * 0.05, 2, 0.95],
  [0.1 + 0.2, 9, 0.3],
  [0.59333, 3, 0.593],
  [-0.0001, 2, 0],
])('rounds %f to %i decimals as %f', (value, decimals, expected) => {
  expect(roundTo(value, decimals)).toBe(expected)
})

it('moves a value by at most half a step, and rounding twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      fc.integer({ min: 0, max: 6 }),
      (value, decimals) => {
        const rounded = roundTo(value, decimals)
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 / 10 ** decimals + 1e-9)
        expect(roundTo(rounded, decimals)).toBe(rounded)
      },
    ),
  )
})

it('takes 0.1 + 0.2 for 0.3', () => {
  expect(0.1 + 0.2).toBeGreaterThan(0.3)
  expect(roundScore(0.1 + 0.2)).toBe(0.3)
})

it('keeps what differs in the tenth decimal apart', () => {
  expect(roundScore(0.3 + 1e-10)).toBeGreaterThan(0.3)
  expect(roundScore(0.3 - 1e-10)).toBeLessThan(0.3)
})
