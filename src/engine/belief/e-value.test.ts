import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mixtureEValue, promotable } from './e-value.ts'
import { successProbability } from './likelihood.ts'

const even = { success: true, baseline: 0, rest: 0, relevance: 1, weight: 1 }

describe('the mixture e-value', () => {
  it('is 1 without a run, and 1.2432 after one success in an even context', () => {
    expect(mixtureEValue([])).toBe(1)
    expect(mixtureEValue([even])).toBeCloseTo(1.2432, 4)
  })

  it('does not grow on average for a pattern that does not help', () => {
    const logits = fc.double({ min: -4, max: 4, noNaN: true })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(logits, share, share, (baseline, relevance, weight) => {
        const p = successProbability(baseline + relevance * -0.02)
        const won = (success: boolean) => mixtureEValue([{ success, baseline, rest: 0, relevance, weight }])
        expect(p * won(true) + (1 - p) * won(false)).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  it('does not depend on the order of runs, and multiplies what each bet has won', () => {
    const lost = { ...even, success: false, weight: 0.5 }
    expect(mixtureEValue([even, lost])).toBeCloseTo(mixtureEValue([lost, even]), 12)
    const once = [0.25, 0.5, 1].map((bet) => successProbability(bet) / successProbability(-0.02))
    expect(mixtureEValue([even, even])).toBeCloseTo(once.reduce((sum, won) => sum + won ** 2, 0) / 3, 12)
  })
})

describe('patterns suggested for promotion', () => {
  const tested = (...values: number[]) => values.map((eValue, n) => ({ id: n, eValue }))

  it('are the first two of e-values 90, 50 and 3', () => {
    expect(promotable(tested(3, 90, 50)).map(({ eValue }) => eValue)).toEqual([90, 50])
  })

  it('need a larger e-value if more patterns are tested', () => {
    expect(promotable(tested(25))).toHaveLength(1)
    expect(promotable(tested(25, ...Array.from({ length: 50 }, () => 1)))).toEqual([])
  })

  it('have an e-value of at least 20 and include every better one', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e4, noNaN: true }), { maxLength: 30 }), (values) => {
        const chosen = promotable(tested(...values)).map(({ eValue }) => eValue)
        for (const value of chosen) expect(value).toBeGreaterThanOrEqual(20)
        const least = Math.min(...chosen)
        expect(values.filter((value) => value > least).length).toBeLessThanOrEqual(chosen.length)
      }),
    )
  })
})
