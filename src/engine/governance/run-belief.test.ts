import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaBelow } from '../belief/statistics.ts'
import { addToBelief, betaOf, NO_SUCCESS_BELIEF, RATCHET, type SuccessBelief, takeFromBelief } from './overlay.ts'

const DAY_MS = 86_400_000
const day = (n: number, success: boolean) => ({ success, at: n * DAY_MS })
const believed = (...runs: { success: boolean; at: number }[]): SuccessBelief =>
  runs.reduce<SuccessBelief>((belief, run) => addToBelief(belief, run), NO_SUCCESS_BELIEF)
const risk = (belief: SuccessBelief) => {
  const { a, b } = betaOf(belief)
  return betaBelow(0.75, a, b)
}

describe('belief', () => {
  it('fades with every run and with every day', () => {
    expect(believed(day(0, true), day(1, true)).successes).toBeCloseTo(0.98 * 2 ** (-1 / 90) + 1, 12)
    expect(believed(day(0, true), day(90, false))).toEqual({ successes: 0.49, failures: 1, at: 90 * DAY_MS })
  })

  it('begins with eight imagined runs of which 85 % went well', () => {
    expect(betaOf(NO_SUCCESS_BELIEF)).toEqual({ a: 6.8, b: expect.closeTo(1.2, 12) })
    expect(risk(NO_SUCCESS_BELIEF)).toBeCloseTo(0.185, 3)
  })

  it('does not decay again for a run that arrives late', () => {
    expect(believed(day(10, true), day(3, true))).toEqual({ successes: 1.98, failures: 0, at: 10 * DAY_MS })
  })

  it('loses the decayed weight of a removed run, and never more than there is', () => {
    const late = { successes: 2, failures: 1, at: 90 * DAY_MS }
    expect(takeFromBelief(late, day(0, true))).toEqual({ ...late, successes: 1.5 })
    expect(takeFromBelief(late, day(0, false))).toEqual({ ...late, failures: 0.5 })
    expect(takeFromBelief(late, day(99, false))).toEqual({ ...late, failures: 0 })
    const little = { successes: 0.3, failures: 0.2, at: 0 }
    expect(takeFromBelief(little, day(0, true))).toEqual({ ...little, successes: 0 })
    expect(takeFromBelief(little, day(0, false))).toEqual({ ...little, failures: 0 })
  })

  it('gates after three failures in a row, and releases after a row of successes', () => {
    const failures = Array.from({ length: 3 }, () => day(0, false))
    const successes = (count: number) => Array.from({ length: count }, () => day(0, true))
    expect(risk(believed(...failures.slice(1)))).toBeLessThan(0.8)
    expect(risk(believed(...failures))).toBeGreaterThan(0.8)
    expect(risk(believed(...failures, ...successes(4)))).toBeGreaterThan(0.2)
    expect(risk(believed(...failures, ...successes(20)))).toBeLessThan(0.2)
  })

  it('has the weight of at most 50 runs', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (results) => {
        const { successes, failures } = believed(...results.map((success, n) => day(n / 100, success)))
        expect(successes + failures).toBeLessThanOrEqual(1 / (1 - RATCHET.decayPerRun) + 1e-9)
      }),
    )
  })
})
