import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evidenceAbove, evidenceBelow, meanInterval } from './statistics.ts'

const NOTHING = { scale: 0, gain: 0, squares: 0 }
const anyObservations = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 200 })

function sumsOf(observations: readonly number[], scale = 1) {
  return {
    scale: observations.length * scale,
    gain: observations.reduce((sum, each) => sum + each, 0),
    squares: observations.reduce((sum, each) => sum + each * each, 0),
  }
}

describe('evidence for a mean above another', () => {
  it('is 1 without an observation, and 3.2602 after ten of 0.5', () => {
    expect(evidenceAbove(NOTHING, 0)).toBe(1)
    expect(evidenceAbove(sumsOf(Array.from({ length: 10 }, () => 0.5)), 0)).toBeCloseTo(3.2602, 4)
  })

  it('does not grow on average if the true mean is the other', () => {
    const anyValue = fc.double({ min: -1, max: 1, noNaN: true })
    const anyShare = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(anyValue, anyValue, anyShare, anyObservations, (one, other, share, before) => {
        const mean = share * one + (1 - share) * other
        const grown = (value: number) => evidenceAbove(sumsOf([...before, value]), mean)
        const expected = share * grown(one) + (1 - share) * grown(other)
        expect(expected).toBeLessThanOrEqual(evidenceAbove(sumsOf(before), mean) * (1 + 1e-9))
      }),
    )
  })

  it('is symmetric to the evidence for a mean below', () => {
    fc.assert(
      fc.property(anyObservations, (some) => {
        const turned = some.map((each) => -each)
        expect(evidenceBelow(sumsOf(turned), -0.2)).toBeCloseTo(evidenceAbove(sumsOf(some), 0.2), 9)
      }),
    )
  })
})

describe('the interval of a mean', () => {
  it('is [-1, 1] before the first observation', () => {
    expect(meanInterval(NOTHING, 0.05)).toEqual({ low: -1, high: 1 })
  })

  it('contains the observed mean, and is wider for a smaller error rate', () => {
    fc.assert(
      fc.property(anyObservations, (some) => {
        const sums = sumsOf(some)
        const { low, high } = meanInterval(sums, 0.05)
        const mean = some.length === 0 ? 0 : sums.gain / sums.scale
        expect(low).toBeLessThanOrEqual(mean + 1e-9)
        expect(high).toBeGreaterThanOrEqual(mean - 1e-9)
        const surer = meanInterval(sums, 0.01)
        expect(surer.low).toBeLessThanOrEqual(low)
        expect(surer.high).toBeGreaterThanOrEqual(high)
      }),
    )
  })

  it('gets narrower with more observations', () => {
    const half = (count: number) => {
      const { low, high } = meanInterval(sumsOf(Array.from({ length: count }, (_, n) => (n % 2) * 0.4)), 0.05)
      return (high - low) / 2
    }
    expect(half(10_000)).toBeLessThan(half(1_000) / 2.5)
    expect(half(10_000)).toBeLessThan(0.015)
  })
})
