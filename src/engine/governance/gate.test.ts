import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BASE_POLICY, type GateQuestion, gateOf } from './gate.ts'

const GATED = {
  riskMultiplier: 1.4,
  suggestedMaxRetries: 1,
  requireApproval: true,
  reason: 'reliability 0.68',
}
const RISKY = { ...GATED, requireApproval: false }
const github = (overlay?: typeof GATED): GateQuestion['adapters'][number] =>
  overlay === undefined ? { adapter: 'github' } : { adapter: 'github', overlay }
const file = (rule: object, more: object = {}) => ({ ...BASE_POLICY, ...more, adapters: { GitHub: rule } })
const answer = (given: 'allow' | 'deny') => ({ answer: given, by: 'ada', until: 0 })

describe('the gate', () => {
  it('lets pass what nothing speaks against, with two retries', () => {
    expect(gateOf({ adapters: [github()], risk: 'high' })).toEqual({
      decision: 'allow',
      effectiveRisk: 0.75,
      maxRetries: 2,
      reasons: [],
    })
    expect(gateOf({ adapters: [], risk: 'medium' }).effectiveRisk).toBe(0.5)
  })

  it('asks where the overlay does, with its retries and its reason', () => {
    const verdict = gateOf({ adapters: [github(GATED)], risk: 'low' })
    expect(verdict).toMatchObject({ decision: 'needs-approval', effectiveRisk: 0.35, maxRetries: 1 })
    expect(verdict.reasons[0]).toMatchObject({
      source: 'overlay',
      because: expect.stringContaining('reliability 0.68'),
    })
  })

  it('multiplies the risk: 0.75 x 1.4 = 1.05 asks from 0.8 on', () => {
    expect(gateOf({ adapters: [github(RISKY)], risk: 'high' })).toMatchObject({
      decision: 'needs-approval',
      effectiveRisk: 1.05,
      reasons: [{ source: 'risk', because: 'effective risk 1.05 of github reaches 0.8' }],
    })
    expect(gateOf({ adapters: [github(RISKY)], risk: 'medium' })).toMatchObject({
      decision: 'allow',
      effectiveRisk: 0.7,
    })
  })

  it('takes the rule of the file for an adapter before that of the whole file', () => {
    const risky = { adapters: [github(RISKY)], risk: 'medium' } as const
    expect(gateOf(risky, file({ askFromRisk: 0.7 })).decision).toBe('needs-approval')
    expect(gateOf(risky, file({}, { askFromRisk: 0.7 })).decision).toBe('needs-approval')
    expect(gateOf(risky, file({ askFromRisk: 0.9 }, { askFromRisk: 0.7 })).decision).toBe('allow')
    expect(gateOf(risky, file({ denyFromRisk: 0.7 })).decision).toBe('deny')
    expect(gateOf(risky, file({ maxRetries: 0 })).maxRetries).toBe(0)
    expect(gateOf(risky, file({ maxRetries: 9 })).maxRetries).toBe(1)
  })

  it('denies and asks as the file says, with its note', () => {
    const plain = { adapters: [github()], risk: 'low' } as const
    expect(gateOf(plain, file({ deny: true, note: 'by the pipeline alone' }))).toMatchObject({
      decision: 'deny',
      reasons: [
        {
          because: 'the policy file denies github: by the pipeline alone',
          wouldChangeIt: 'adapters.github.deny in the policy file',
        },
      ],
    })
    expect(gateOf(plain, file({ requireApproval: true })).decision).toBe('needs-approval')
  })

  it('lets an answer lift a question, never a denial, and says nothing where there was no question', () => {
    const asked = { adapters: [github(GATED)], risk: 'low', answer: answer('allow') } as const
    expect(gateOf(asked)).toMatchObject({
      decision: 'allow',
      reasons: [{ source: 'overlay' }, { source: 'answer' }],
    })
    expect(gateOf(asked, file({ deny: true })).decision).toBe('deny')
    expect(gateOf({ ...asked, answer: answer('deny') })).toMatchObject({
      decision: 'deny',
      reasons: [{ because: 'ada refused it' }, {}],
    })
    expect(gateOf({ adapters: [github()], risk: 'low', answer: answer('deny') })).toMatchObject({
      decision: 'allow',
      reasons: [],
    })
  })

  it('asks about what it cannot see through, if the file wants it', () => {
    const step = { adapters: [], risk: 'low', unclear: ['$TOOL push'] } as const
    expect(gateOf(step).decision).toBe('allow')
    expect(gateOf(step, { ...BASE_POLICY, unclear: 'ask' })).toMatchObject({
      decision: 'needs-approval',
      reasons: [{ because: "the text does not say what '$TOOL push' runs" }],
    })
  })

  it('asks about what is nested too deep to be read, whatever the file says', () => {
    expect(gateOf({ adapters: [], risk: 'low', isUnread: true })).toMatchObject({
      decision: 'needs-approval',
      reasons: [{ source: 'unclear', because: 'it is nested too deep to be read' }],
    })
  })

  it('never lets an agent answer for a person', () => {
    const own = { adapters: [{ adapter: 'mettle-approval' }], risk: 'low', answer: answer('allow') } as const
    expect(gateOf(own).decision).toBe('deny')
  })

  it('is never less strict for one more adapter', () => {
    const overlay = fc.record({
      riskMultiplier: fc.constantFrom(0.9, 1, 1.4),
      suggestedMaxRetries: fc.constantFrom(1, 2),
      requireApproval: fc.boolean(),
      reason: fc.constant('x'),
    })
    const use = fc.record({ adapter: fc.constantFrom('a', 'b', 'c'), overlay })
    const risk = fc.constantFrom('low' as const, 'medium' as const, 'high' as const)
    const order = ['allow', 'needs-approval', 'deny']
    fc.assert(
      fc.property(fc.array(use), use, risk, (adapters, more, level) => {
        const before = gateOf({ adapters, risk: level })
        const after = gateOf({ adapters: [...adapters, more], risk: level })
        expect(order.indexOf(after.decision)).toBeGreaterThanOrEqual(order.indexOf(before.decision))
        expect(after.maxRetries).toBeLessThanOrEqual(before.maxRetries)
      }),
    )
  })
})
