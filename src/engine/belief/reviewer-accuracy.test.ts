import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_REVIEWS, reviewerWeight, verdictAccuracy } from './baseline.ts'

describe('the weight of what a reviewer says', () => {
  it('is 1 for an unknown one, 1.6801 after ten of ten, 0.3063 after 26 of 48, and from 0 to 2', () => {
    expect(reviewerWeight(NO_REVIEWS)).toBe(1)
    expect(reviewerWeight({ right: 10, wrong: 0 })).toBeCloseTo(1.6801, 4)
    expect(reviewerWeight({ right: 26, wrong: 22 })).toBeCloseTo(0.3063, 4)
    expect(reviewerWeight({ right: 0, wrong: 50 })).toBe(0)
    expect(reviewerWeight({ right: 500, wrong: 0 })).toBeCloseTo(2, 12)
  })
})

describe('the accuracy of a verdict', () => {
  it('is that of its evidence level for an unknown reviewer', () => {
    const of = (level: 1 | 2 | 3) => verdictAccuracy(level, NO_REVIEWS).toFixed(2)
    expect([of(1), of(2), of(3)]).toEqual(['0.90', '0.75', '0.55'])
  })

  it('is 0.9757 at level 1 by one who was right ten times of ten', () => {
    expect(verdictAccuracy(1, { right: 10, wrong: 0 })).toBeCloseTo(0.9757, 4)
  })

  it('is little more than a guess at level 1 by one who was right 26 times of 48', () => {
    expect(verdictAccuracy(1, { right: 26, wrong: 22 })).toBeCloseTo(0.6622, 4)
  })

  it('is the reviewer’s own without an evidence level', () => {
    expect(verdictAccuracy(undefined, { right: 3, wrong: 1 })).toBeCloseTo(12 / 16, 9)
  })

  it('is never below chance, never certain, and never lower for a reviewer who was right more often', () => {
    const count = fc.integer({ min: 0, max: 500 })
    fc.assert(
      fc.property(fc.constantFrom<1 | 2 | 3>(1, 2, 3), count, count, (level, right, wrong) => {
        const accuracy = verdictAccuracy(level, { right, wrong })
        expect(accuracy).toBeGreaterThanOrEqual(0.5)
        expect(accuracy).toBeLessThanOrEqual(0.99)
        expect(verdictAccuracy(level, { right: right + 1, wrong })).toBeGreaterThanOrEqual(accuracy)
      }),
    )
  })
})
