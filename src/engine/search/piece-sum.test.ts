import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kernelSum, plainSum } from './piece-sum.ts'

const row = fc.array(fc.integer({ min: -128, max: 127 }), { minLength: 20, maxLength: 20 })
const rows = fc.array(fc.tuple(row, fc.float({ noNaN: true })), { maxLength: 6 })

it('adds up by the kernel what plain loops add up, to the last digit', () => {
  fc.assert(
    fc.property(rows, (added) => {
      const [one, other] = [kernelSum(20), plainSum(20)]
      for (const sum of [one, other]) for (const [row, scale] of added) sum.add(Int8Array.from(row), scale)
      expect([...one.sum]).toEqual([...other.sum])
    }),
  )
})
