import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promotable } from './promotable.ts'

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
