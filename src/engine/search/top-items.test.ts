import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstOf } from './top-items.ts'

it('gives the first of all in order, as ordering all would', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -20, max: 20 })), fc.nat(12), (numbers, limit) => {
      const ordered = [...numbers].sort((a, b) => b - a).slice(0, limit)
      expect(firstOf(numbers, limit, (a, b) => a > b)).toEqual(ordered)
    }),
  )
})
