import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaBelow, logGamma } from './statistics.ts'

/**
 * P(p < x) by Simpson's rule and nothing else: with p = sin^2 t the density is sin^(2a-1) t cos^(2b-1) t, and the ratio of
 * the part to the whole needs no gamma function.
 */
function integrated(x: number, a: number, b: number): number {
  const peak = (a - 0.5) * Math.log((a - 0.5) / (a + b - 1)) + (b - 0.5) * Math.log((b - 0.5) / (a + b - 1))
  const density = (t: number) => {
    const inside = (2 * a - 1) * Math.log(Math.sin(t)) + (2 * b - 1) * Math.log(Math.cos(t))
    return Math.exp(inside - peak)
  }
  const area = (to: number, steps = 4000) => {
    const h = to / steps
    let sum = 0
    for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * density(i * h)
    return ((sum + density(to)) * h) / 3
  }
  return area(Math.asin(Math.sqrt(x))) / area(Math.PI / 2)
}

const parameter = fc.double({ min: 1.5, max: 80, noNaN: true })
const chance = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('P(p < x) of a Beta distribution', () => {
  it('equals the integral of the density', () => {
    fc.assert(
      fc.property(chance, parameter, parameter, (x, a, b) => {
        expect(betaBelow(x, a, b)).toBeCloseTo(integrated(x, a, b), 6)
      }),
    )
  })

  it('of a uniform belief is x itself', () => {
    expect(betaBelow(0.75, 1, 1)).toBeCloseTo(0.75, 12)
  })

  it("of eight runs' worth of belief at 0.85 is 0.1851 below 0.75", () => {
    expect(betaBelow(0.75, 6.8, 1.2)).toBeCloseTo(0.1851, 4)
  })

  it('is a power of x if one parameter is 1', () => {
    fc.assert(
      fc.property(chance, fc.double({ min: 0.01, max: 80, noNaN: true }), (x, a) => {
        expect(betaBelow(x, a, 1)).toBeCloseTo(x ** a, 11)
        expect(betaBelow(x, 1, a)).toBeCloseTo(1 - (1 - x) ** a, 11)
      }),
    )
  })

  it('is symmetric: P(p < x) with (a, b) equals P(p > 1 - x) with (b, a)', () => {
    fc.assert(
      fc.property(chance, parameter, parameter, (x, a, b) => {
        expect(betaBelow(x, a, b) + betaBelow(1 - x, b, a)).toBeCloseTo(1, 11)
      }),
    )
  })

  it('rises with x and with failures, falls with successes', () => {
    fc.assert(
      fc.property(chance, parameter, parameter, (x, a, b) => {
        const here = betaBelow(x, a, b)
        expect(betaBelow(Math.min(1, x + 0.01), a, b)).toBeGreaterThanOrEqual(here - 1e-12)
        expect(betaBelow(x, a, b + 1)).toBeGreaterThanOrEqual(here - 1e-12)
        expect(betaBelow(x, a + 1, b)).toBeLessThanOrEqual(here + 1e-12)
      }),
    )
  })

  it('is 0 for x <= 0 and 1 for x >= 1', () => {
    expect([-1, 0, 1, 2].map((x) => betaBelow(x, 2, 3))).toEqual([0, 0, 1, 1])
  })

  it.each([
    [1e-6, 1e-6, 0.5],
    [1e-6, 1e9, 1],
    [1e9, 1e-6, 0],
    [7.5e8, 2.5e8, 0.5],
  ])('stays a probability at the extremes (%f, %f)', (a, b, expected) => {
    expect(betaBelow(0.75, a, b)).toBeCloseTo(expected, 4)
  })
})

it('gives the logarithm of the gamma function', () => {
  expect(logGamma(5)).toBeCloseTo(3.1781, 4)
  expect(logGamma(5)).toBeCloseTo(Math.log(24), 12)
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12)
  expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 12)
})
