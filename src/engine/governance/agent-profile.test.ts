import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultProfile, reviseAfterRollback, reviseAgent } from './agent-profile.ts'

describe('default profiles', () => {
  it.each([
    ['planner', 1, 0.82, false],
    ['builder', 1, 0.84, false],
    ['reviewer', 1.1, 0.88, true],
    ['security', 1.2, 0.92, true],
    ['Security', 1.2, 0.92, true],
    ['stranger', 1, 0.5, false],
    ['constructor', 1, 0.5, false],
  ])('%s: weight %f, reliability %f, veto %s', (agent, baseWeight, reliability, canVeto) => {
    expect(defaultProfile(agent)).toEqual({ baseWeight, reliability, canVeto })
  })
})

describe('an agent after a run', () => {
  it.each([
    ['a success', { result: 'success', confidence: 1 }, 0.02],
    ['a half-sure success', { result: 'success', confidence: 0.5 }, 0.01],
    ['a failure', { result: 'failure', confidence: 1 }, -0.05],
    ['a half-sure failure', { result: 'failure', confidence: 0.5 }, -0.025],
    ['a partial run', { result: 'partial', confidence: 1 }, -0.01],
    ['a rollback, however unsure', { result: 'partial', confidence: 0, rollback: true }, -0.02],
    ['an override, however unsure', { result: 'success', confidence: 0, humanOverride: true }, -0.015],
    [
      'a failure with both, held at the limit',
      { result: 'failure', confidence: 1, rollback: true, humanOverride: true },
      -0.05,
    ],
    [
      'an overridden, rolled back success',
      { result: 'success', confidence: 1, rollback: true, humanOverride: true },
      -0.015,
    ],
  ] as const)('moves by the documented delta: %s', (_what, run, delta) => {
    expect(reviseAgent(0.6, run).delta).toBe(delta)
    expect(reviseAgent(0.6, run).reliability).toBeCloseTo(0.6 + delta, 10)
  })

  it('who was sure of a run that failed falls from 0.82 to 0.77', () => {
    expect(reviseAgent(0.82, { result: 'failure', confidence: 1 })).toEqual({
      reliability: 0.77,
      delta: -0.05,
    })
  })

  it('stays within 0.30 and 0.95', () => {
    expect(reviseAgent(0.94, { result: 'success', confidence: 1 })).toEqual({
      reliability: 0.95,
      delta: 0.02,
    })
    expect(reviseAgent(0.32, { result: 'failure', confidence: 1 })).toEqual({
      reliability: 0.3,
      delta: -0.05,
    })
  })

  it('never moves by more than 0.05 nor leaves its bounds, and has four decimals', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const result = fc.constantFrom('success', 'partial', 'failure') as fc.Arbitrary<'success'>
    const run = fc.record({ result, confidence: share, rollback: fc.boolean(), humanOverride: fc.boolean() })
    fc.assert(
      fc.property(share, run, (before, what) => {
        const { reliability, delta } = reviseAgent(before, what)
        expect(Math.abs(delta)).toBeLessThanOrEqual(0.05)
        expect(reliability >= 0.3 && reliability <= 0.95).toBe(true)
        expect(Number(reliability.toFixed(4))).toBe(reliability)
      }),
    )
  })
})

describe('a rollback that is told late', () => {
  it('costs nothing more where the run has cost all that one may', () => {
    expect(reviseAfterRollback(0.77, { result: 'failure', confidence: 1 })).toBe(0.77)
    expect(reviseAfterRollback(0.84, { result: 'success', confidence: 1 })).toBe(0.82)
  })

  it('leads where it would have led at once', () => {
    const run = fc.record({
      result: fc.constantFrom('success' as const, 'partial' as const, 'failure' as const),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      humanOverride: fc.boolean(),
    })
    fc.assert(
      fc.property(run, (effect) => {
        const late = reviseAfterRollback(reviseAgent(0.6, effect).reliability, effect)
        expect(late).toBe(reviseAgent(0.6, { ...effect, rollback: true }).reliability)
      }),
    )
  })
})
