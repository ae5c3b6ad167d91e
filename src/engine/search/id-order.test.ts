import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IdOrder } from './ordered-lists.ts'

const anyId = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 9 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'þ', 'ÿ', 'Ā', '\uffff', '\0'), maxLength: 9 }),
)

it('orders documents as their ids are ordered, whatever they begin with', () => {
  fc.assert(
    fc.property(anyId, anyId, (one, other) => {
      const order = new IdOrder()
      order.put(0, one)
      order.put(1, other)
      expect(order.isBefore(0, 1)).toBe(one < other)
      expect(order.isBefore(1, 0)).toBe(other < one)
      expect([order.idOf(0), order.idOf(1)]).toEqual([one, other])
    }),
    { numRuns: 1_000 },
  )
})
