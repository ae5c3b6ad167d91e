import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jaccard, sharedCount } from './words.ts'

const sets = fc.array(fc.integer({ min: 0, max: 12 })).map((list) => new Set(list))

describe('jaccard', () => {
  it.each([
    [['a', 'b', 'c'], ['b', 'c', 'd'], 0.5],
    [['a', 'b'], ['a', 'b'], 1],
    [['a'], ['b'], 0],
    [['a'], [], 0],
    [[], [], 0],
  ])('of %j and %j is %d', (a, b, expected) => {
    expect(jaccard(new Set<string>(a), new Set<string>(b))).toBe(expected)
  })

  it('is symmetric, bounded, and 1 only for equal sets', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const value = jaccard(a, b)
        expect(value).toBe(jaccard(b, a))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        const equal = a.size > 0 && a.size === b.size && sharedCount(a, b) === a.size
        expect(value === 1).toBe(equal)
      }),
    )
  })
})
