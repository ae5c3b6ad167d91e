import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topItems } from './ordered-lists.ts'

it('gives the first of all in order, as ordering all would', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 })
  fc.assert(
    fc.property(scores, fc.nat(12), (given, limit) => {
      const items = given.map((_, item) => item)
      const ordered = [...items].sort((a, b) => given[b]! - given[a]! || b - a).slice(0, limit)
      const scored = { scores: Float64Array.from(given), isBefore: (a: number, b: number) => a > b }
      expect(topItems(items, scored, limit)).toEqual(ordered)
    }),
  )
})
