import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linear, ticksBetween } from './scale.ts'

describe('the ticks of an axis', () => {
  it('are round numbers', () => {
    expect(ticksBetween(0, 1, 4)).toEqual([0, 0.5, 1])
    expect(ticksBetween(0, 37, 4)).toEqual([0, 10, 20, 30])
    expect(ticksBetween(0.12, 0.19, 4)).toEqual([0.12, 0.14, 0.16, 0.18])
  })

  it('lie within the range, and are never too many', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (least, span) => {
          const ticks = ticksBetween(least, least + span, 4)
          expect(ticks.length).toBeLessThanOrEqual(6)
          for (const tick of ticks) {
            expect(tick).toBeGreaterThanOrEqual(least - span * 1e-6)
            expect(tick).toBeLessThanOrEqual(least + span * (1 + 1e-6))
          }
        },
      ),
      { numRuns: 2_000, examples: [[-100000.08952800003, 0.000001]] },
    )
  })
})

it('maps the ends of a range to the ends of the room, and a range of nothing to its start', () => {
  const place = linear([10, 20], [0, 100])
  expect([place(10), place(15), place(20)]).toEqual([0, 50, 100])
  expect(linear([5, 5], [0, 100])(5)).toBe(0)
})
