import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baselineAfter, baselineCorrected, baselineWithout, NO_BASELINE } from './baseline.ts'
import { successProbability } from './likelihood.ts'

const afterRuns = (runs: readonly boolean[], shown = 0) =>
  runs.reduce((baseline, success) => baselineAfter(baseline, { success, shown }), NO_BASELINE)

describe('the baseline of a context', () => {
  it('is 0.3570 after one success', () => {
    const { logits, information, runs } = afterRuns([true])
    expect([logits.toFixed(4), information.toFixed(4), runs]).toEqual(['0.3570', '0.1764', 1])
  })

  it('finds the share of runs that succeed', () => {
    const runs = Array.from({ length: 400 }, (_, i) => i % 10 < 7)
    expect(Math.abs(successProbability(afterRuns(runs).logits) - 0.7)).toBeLessThan(0.06)
  })

  it('excludes the expected effect of the patterns that were shown', () => {
    const runs = Array.from({ length: 200 }, (_, i) => i % 10 < 7)
    expect(afterRuns(runs, 0.5).logits).toBeLessThan(afterRuns(runs).logits - 0.3)
  })

  it('rises with success, falls with failure, and stays within its limits', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (runs) => {
        const now = afterRuns(runs)
        expect(Math.abs(now.logits)).toBeLessThanOrEqual(4)
        const logitsAfter = (success: boolean) => baselineAfter(now, { success, shown: 0 }).logits
        expect(logitsAfter(true)).toBeGreaterThanOrEqual(now.logits)
        expect(logitsAfter(false)).toBeLessThanOrEqual(now.logits)
      }),
    )
  })

  it('returns to its earlier value when the run no longer counts', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), fc.boolean(), (runs, success) => {
        const before = afterRuns(runs)
        const run = { success, shown: 0.2 }
        const after = baselineWithout(baselineAfter(before, run), { ...run, measuredWith: before.logits })
        if (Math.abs(before.logits) < 3) expect(after.logits).toBeCloseTo(before.logits, 9)
        expect(after.information).toBeCloseTo(before.information, 9)
        expect(after.runs).toBe(before.runs)
      }),
    )
  })

  it('is corrected when a success turns out to be a failure', () => {
    const wrong = afterRuns([true])
    expect(baselineCorrected(wrong, { success: false, shown: 0 }).logits).toBeLessThan(0)
    expect(baselineCorrected(wrong, { success: false, shown: 0 }).runs).toBe(1)
  })
})
