import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditDue, creditFor, isNoCredit, NO_CREDIT, type RunSignals } from './credit.ts'

const signals = fc.record<RunSignals>(
  {
    outcome: fc.constantFrom('helpful', 'neutral', 'harmful'),
    merge: fc.constantFrom('kept', 'reworked', 'reverted'),
    passed: fc.boolean(),
  },
  { requiredKeys: [] },
)

describe('credit', () => {
  it('gives nothing to a pattern that was only shown', () => {
    fc.assert(
      fc.property(signals, (known) => {
        expect(creditFor(known, 'shown', 'judge')).toEqual(NO_CREDIT)
      }),
    )
  })

  it.each([
    ['cited', 0.25],
    ['applied', 1],
  ] as const)('weighs a helpful outcome of a %s pattern %d', (tier, weight) => {
    expect(creditFor({ outcome: 'helpful' }, tier, 'judge')).toEqual({ ...NO_CREDIT, helpful: weight })
    expect(creditFor({ outcome: 'harmful' }, tier, 'judge')).toEqual({ ...NO_CREDIT, harmful: weight })
  })

  it('gives nothing for a neutral outcome', () => {
    expect(isNoCredit(creditFor({ outcome: 'neutral' }, 'applied', 'judge'))).toBe(true)
  })

  it('counts a merge that was kept as a success', () => {
    expect(creditFor({ merge: 'kept' }, 'applied', 'judge').successes).toBe(1)
    expect(creditFor({ merge: 'kept' }, 'cited', 'judge').successes).toBe(0.25)
  })

  it('is zero for work that others had to fix', () => {
    for (const tier of ['cited', 'applied'] as const)
      expect(creditFor({ merge: 'reworked' }, tier, 'sentinel')).toEqual(NO_CREDIT)
    expect(creditFor({ merge: 'reworked', passed: true }, 'applied', 'judge').successes).toBe(1)
  })

  it("takes the role's ignore weight for a revert", () => {
    expect(creditFor({ outcome: 'helpful', merge: 'reverted' }, 'applied', 'sentinel')).toEqual({
      ...NO_CREDIT,
      helpful: 1,
      ignoreWeight: 1.5,
    })
    expect(creditFor({ merge: 'reverted' }, 'cited', 'judge').ignoreWeight).toBe(0.25)
  })

  it('reinforces only applied patterns on a PASS with evidence', () => {
    expect(creditFor({ passed: true }, 'cited', 'judge')).toEqual({ ...NO_CREDIT, successes: 1 })
    expect(creditFor({ passed: true }, 'applied', 'judge')).toEqual({
      ...NO_CREDIT,
      successes: 1,
      reinforcements: 1,
    })
  })

  it('adds up to the same total in whatever order results arrive', () => {
    fc.assert(
      fc.property(fc.array(signals, { minLength: 1 }), (arrivals) => {
        let given = NO_CREDIT
        for (const known of arrivals) {
          const more = creditDue(creditFor(known, 'applied', 'judge'), given)
          given = {
            successes: given.successes + more.successes,
            reinforcements: given.reinforcements + more.reinforcements,
            ignoreWeight: given.ignoreWeight + more.ignoreWeight,
            helpful: given.helpful + more.helpful,
            harmful: given.harmful + more.harmful,
          }
        }
        expect(given).toEqual(creditFor(arrivals.at(-1)!, 'applied', 'judge'))
      }),
    )
  })
})
