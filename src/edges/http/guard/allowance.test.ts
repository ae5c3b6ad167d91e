import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Allowance } from './allowance.ts'

describe('an allowance', () => {
  it('lets so many pass at once, and the next after a while', () => {
    let now = 0
    const allowance = new Allowance({ atOnce: 10, perMinute: 60, now: () => now })
    for (let take = 0; take < 10; take++) expect(allowance.take('a')).toBe(0)
    expect(allowance.take('a')).toBe(1)
    expect(allowance.take('b')).toBe(0)
    now += 1_000
    expect(allowance.take('a')).toBe(0)
  })

  it('never lets more pass than it promises, whenever they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 }), (waits) => {
        let now = 0
        const allowance = new Allowance({ atOnce: 5, perMinute: 30, now: () => now })
        const passed = waits.filter((wait) => {
          now += wait
          return allowance.take('a') === 0
        })
        expect(passed.length).toBeLessThanOrEqual(5 + (now * 30) / 60_000 + 1e-6)
      }),
    )
  })
})
