import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NumberList } from './ordered-lists.ts'

const anyAction = fc.record({ item: fc.nat(6), isPush: fc.boolean() })

it('holds what was put in and not taken out, in its order', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
      const [list, expected]: [NumberList, number[]] = [new NumberList(), []]
      for (const { item, isPush } of actions) {
        if (isPush) {
          list.push(item)
          expected.push(item)
        } else {
          list.remove(item)
          if (expected.includes(item)) expected.splice(expected.indexOf(item), 1)
        }
        expect([...list.items.subarray(0, list.length)]).toEqual(expected)
      }
    }),
  )
})
