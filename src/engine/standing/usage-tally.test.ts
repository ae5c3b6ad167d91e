import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Application, NO_USE, rateOf, SUCCESS_RATE, successRate, withApplication } from './success-rate.ts'

const anyRelevance = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
const anyRow: fc.Arbitrary<Application> = fc.record({
  status: fc.constantFrom('applied' as const, 'injected' as const),
  verified: fc.option(fc.boolean(), { nil: undefined }),
  goalSuccess: fc.option(fc.boolean(), { nil: undefined }),
  relevance: fc.option(anyRelevance, { nil: undefined }),
  buildFailed: fc.option(fc.boolean(), { nil: undefined }),
  iteration: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
})

/** The law by its own words, row by row, without a tally. */
function naively(rows: readonly Application[]): number {
  const credits = rows.map((row) => {
    if (row.status === 'injected' || row.verified === false || row.buildFailed === true) return 0
    return row.goalSuccess === false ? (row.relevance ?? 0.5) * 0.5 : 1
  })
  return credits.reduce((sum, credit) => sum + credit, 0) / Math.max(1, rows.length)
}

describe('a tally of applications', () => {
  it('gives the rate of all rows', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
        expect(successRate(rows).rate).toBeCloseTo(naively(rows), 9)
      }),
    )
  })

  it('forgets a row that is taken out, whatever came in between', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), anyRow, fc.array(anyRow), (before, row, after) => {
        const settled = { ...row, iteration: undefined }
        const without = [...before, ...after].reduce((sum, each) => withApplication(sum, each), NO_USE)
        const through = [...before, settled, ...after].reduce((sum, each) => withApplication(sum, each), NO_USE)
        expect(withApplication(through, settled, -1)).toEqual(without)
      }),
    )
  })

  it('is read under the policy of the day', () => {
    const tally = withApplication(NO_USE, { status: 'applied', goalSuccess: false })
    expect(rateOf(tally).rate).toBe(0.25)
    expect(rateOf(tally, undefined, { ...SUCCESS_RATE, unknownRelevance: 1 }).rate).toBe(0.5)
  })
})
