import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviseThresholds, THRESHOLD_KEYS, THRESHOLD_POLICY, type ThresholdPolicy } from './thresholds.ts'

describe('approval thresholds', () => {
  it.each([
    ['low', 'failure', {}, 0.575],
    ['medium', 'failure', {}, 0.683],
    ['high', 'failure', {}, 0.8],
    ['low', 'success', { rollback: true }, 0.575],
    ['medium', 'partial', { rollback: true }, 0.683],
    ['high', 'success', { rollback: true }, 0.8],
    ['low', 'success', {}, 0.5375],
    ['medium', 'success', {}, 0.6335],
    ['high', 'success', {}, 0.75],
    ['low', 'success', { humanOverride: true }, 0.55],
    ['low', 'partial', {}, 0.55],
    ['medium', 'partial', { humanOverride: true }, 0.65],
  ] as const)('at %s risk after %s %j: %f', (riskLevel, result, effect, after) => {
    const { policy, changes } = reviseThresholds(THRESHOLD_POLICY, { result, riskLevel, ...effect })
    const key = THRESHOLD_KEYS[riskLevel]
    const before = THRESHOLD_POLICY[key]
    expect(policy).toEqual({ ...THRESHOLD_POLICY, [key]: after })
    expect(changes).toEqual(after === before ? {} : { [key]: { before, after, tightens: after > before } })
  })

  it('for medium risk go from 0.65 to 0.683 and 0.716 over two failures', () => {
    const failure = { result: 'failure', riskLevel: 'medium' } as const
    const once = reviseThresholds(THRESHOLD_POLICY, failure)
    expect(once.policy.mediumRiskApprovalThreshold).toBe(0.683)
    expect(reviseThresholds(once.policy, failure).changes).toEqual({
      mediumRiskApprovalThreshold: { before: 0.683, after: 0.716, tightens: true },
    })
  })

  it('stop at 0.90 and at 0.40', () => {
    const high = { ...THRESHOLD_POLICY, highRiskApprovalThreshold: 0.88 }
    const up = reviseThresholds(high, { result: 'failure', riskLevel: 'high' })
    expect(up.policy.highRiskApprovalThreshold).toBe(0.9)
    expect(reviseThresholds(up.policy, { result: 'failure', riskLevel: 'high' }).changes).toEqual({})
    const low = { ...THRESHOLD_POLICY, lowRiskApprovalThreshold: 0.405 }
    expect(reviseThresholds(low, { result: 'success', riskLevel: 'low' }).policy.lowRiskApprovalThreshold).toBe(0.4)
  })

  it('move by no more than the policy allows', () => {
    const careful = { ...THRESHOLD_POLICY, maxShiftPerLearningCycle: 0.01 }
    const { policy } = reviseThresholds(careful, { result: 'failure', riskLevel: 'high' })
    expect(policy.highRiskApprovalThreshold).toBe(0.76)
    expect(reviseThresholds(careful, { result: 'success', riskLevel: 'low' }).policy.lowRiskApprovalThreshold).toBe(
      0.54,
    )
  })

  it('stay in bounds over any history, and only tighten where only tightening changes are taken', () => {
    const run = fc.record({
      result: fc.constantFrom('success', 'partial', 'failure') as fc.Arbitrary<'success'>,
      riskLevel: fc.constantFrom('low', 'medium', 'high') as fc.Arbitrary<'low'>,
      rollback: fc.boolean(),
      humanOverride: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(run, { maxLength: 60 }), (runs) => {
        let strict: ThresholdPolicy = THRESHOLD_POLICY
        let elastic: ThresholdPolicy = THRESHOLD_POLICY
        for (const what of runs) {
          elastic = reviseThresholds(elastic, what).policy
          const next = reviseThresholds(strict, what)
          const key = THRESHOLD_KEYS[what.riskLevel]
          const before = strict[key]
          if (next.changes[key]?.tightens) strict = next.policy
          expect(strict[key]).toBeGreaterThanOrEqual(before)
          expect(elastic[key] >= 0.4 && elastic[key] <= 0.9).toBe(true)
        }
      }),
    )
  })
})
