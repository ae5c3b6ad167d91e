import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecaying, decay, EMPTY_SUM, halfLifeOf, sumAt, tierOf } from './decay.ts'

const DAY = 86_400_000

describe('decay', () => {
  it('halves at the half-life', () => {
    expect(decay(1, 90 * DAY, 90)).toBe(0.5)
    expect(decay(1, 45 * DAY, 90)).toBeCloseTo(0.7071, 4)
  })

  it('treats an age below zero as zero', () => {
    expect(decay(3, -5 * DAY, 90)).toBe(3)
  })
})

describe('the half-life of what one is sure of', () => {
  it.each([
    [0, 45],
    [0.5, 90],
    [0.7, 108],
    [1, 135],
  ])('is 90 days x (0.5 + %d)', (confidence, days) => {
    expect(halfLifeOf(90, confidence)).toBeCloseTo(days, 10)
  })

  it.each([
    [7, 'hot'],
    [30, 'warm'],
    [31, 'cold'],
  ])('calls a memory of %i days %s', (days, tier) => {
    expect(tierOf(days * 86_400_000)).toBe(tier)
  })
})

describe('decaying sum', () => {
  const events = fc.array(
    fc.record({
      weight: fc.double({ min: 0.01, max: 5, noNaN: true }),
      day: fc.integer({ min: 1, max: 900 }),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )

  it('equals the sum over all events, in any order', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat()), (list, shuffle) => {
        const now = 1000 * DAY
        const naive = list.reduce((total, e) => total + decay(e.weight, now - e.day * DAY, 90), 0)
        const order = list.map((e, i) => ({ e, k: shuffle[i] ?? i })).sort((a, b) => a.k - b.k)
        const kept = order.reduce((sum, { e }) => addDecaying(sum, e.weight, e.day * DAY, 90), EMPTY_SUM)
        expect(sumAt(kept, now, 90)).toBeCloseTo(naive, 9)
      }),
    )
  })

  it('adds one on day 0 and one on day 90 to 1.5', () => {
    const sum = addDecaying(addDecaying(EMPTY_SUM, 1, 0, 90), 1, 90 * DAY, 90)
    expect(sum).toEqual({ value: 1.5, at: 90 * DAY })
  })
})
