import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { AgentVerdict } from '../../domain/values/outcome.ts'
import { defaultProfile } from './agent-profile.ts'
import { type ConsensusInput, consensusOf, type Vote, voteWeight } from './consensus.ts'

/** So many strangers of equal weight. */
const strangers = (decision: AgentVerdict, count: number): Vote[] =>
  Array.from({ length: count }, (_, i) => ({ agent: `${decision}-${i}`, decision, confidence: 0.7 }))

const split = (approve: number, review: number, reject: number, riskLevel: RiskLevel = 'low') =>
  consensusOf({
    votes: [...strangers('approve', approve), ...strangers('needs-review', review), ...strangers('reject', reject)],
    riskLevel,
  })

describe('the weight of a vote', () => {
  it('of security at confidence 0.9 is 2.3603', () => {
    expect(voteWeight(defaultProfile('security'), 0.9)).toBeCloseTo(2.3603, 4)
  })

  it('of a stranger at confidence 0.5 is 1', () => {
    expect(voteWeight(defaultProfile('stranger'), 0.5)).toBe(1)
  })

  it('is never below 0.05', () => {
    expect(voteWeight({ baseWeight: 0, reliability: 0.5 }, 1)).toBe(0.05)
    expect(voteWeight({ baseWeight: 0.2, reliability: 0 }, 0)).toBe(0.05)
  })

  it('rises with reliability and with confidence', () => {
    expect(voteWeight({ baseWeight: 1, reliability: 1 }, 0.5)).toBeCloseTo(1.35, 12)
    expect(voteWeight({ baseWeight: 1, reliability: 0.5 }, 1)).toBeCloseTo(1.65, 12)
    expect(voteWeight({ baseWeight: 1, reliability: 0.5 }, 0)).toBeCloseTo(0.35, 12)
  })
})

describe('consensus', () => {
  it.each([
    ['low', 11, 9, 'approve'],
    ['low', 54, 46, 'needs-review'],
    ['medium', 13, 7, 'approve'],
    ['medium', 64, 36, 'needs-review'],
    ['high', 3, 1, 'approve'],
    ['high', 74, 26, 'needs-review'],
  ] as const)('at %s risk with %i approving and %i undecided: %s', (riskLevel, approve, review, decision) => {
    expect(split(approve, review, 0, riskLevel).decision).toBe(decision)
  })

  it.each([
    [81, 0, 19, 'approve'],
    [80, 0, 20, 'needs-review'],
    [66, 0, 34, 'needs-review'],
    [65, 0, 35, 'reject'],
    [0, 65, 35, 'reject'],
  ] as const)('with %i approving, %i undecided and %i rejecting: %s', (approve, review, reject, decision) => {
    expect(split(approve, review, reject).decision).toBe(decision)
  })

  it('shows the shares, the weight and the threshold behind it', () => {
    expect(split(3, 0, 1, 'high')).toEqual({
      decision: 'needs-review',
      approvalShare: 0.75,
      rejectShare: 0.25,
      totalWeight: 5.04,
      shouldPause: true,
      threshold: 0.75,
    })
  })

  it('needs a review when nobody voted', () => {
    expect(split(0, 0, 0)).toMatchObject({
      decision: 'needs-review',
      totalWeight: 0,
      approvalShare: 0,
      shouldPause: true,
    })
  })

  it('goes on without a pause only on an approval at low risk', () => {
    expect(split(4, 0, 0, 'low').shouldPause).toBe(false)
    expect(split(4, 0, 0, 'medium').shouldPause).toBe(true)
    expect(split(1, 3, 0, 'low').shouldPause).toBe(true)
  })
})

describe('a veto', () => {
  const votes = (agent: string, decision: AgentVerdict): Vote[] => [
    ...strangers('approve', 20),
    { agent, decision, confidence: 0.5 },
  ]

  it.each([
    ['reviewer', 'low', undefined],
    ['reviewer', 'medium', 'reviewer'],
    ['Reviewer', 'high', 'reviewer'],
    ['security', 'low', undefined],
    ['security', 'medium', undefined],
    ['security', 'high', 'security'],
    ['planner', 'high', undefined],
    ['stranger', 'high', undefined],
  ] as const)('of %s at %s risk: %s', (agent, riskLevel, vetoBy) => {
    const { decision, vetoBy: found } = consensusOf({ votes: votes(agent, 'reject'), riskLevel })
    expect(found).toBe(vetoBy)
    expect(decision).toBe(vetoBy ? 'reject' : 'approve')
  })

  it('takes a rejection, not a wish for review', () => {
    const { vetoBy } = consensusOf({ votes: votes('security', 'needs-review'), riskLevel: 'high' })
    expect(vetoBy).toBeUndefined()
  })

  it('can be given and taken away by a profile, whatever the case of its name', () => {
    const given = { votes: votes('auditor', 'reject'), profiles: { Auditor: { canVeto: true } } }
    expect(consensusOf({ ...given, riskLevel: 'high' }).vetoBy).toBe('auditor')
    expect(consensusOf({ ...given, riskLevel: 'medium' }).vetoBy).toBeUndefined()
    const taken = { votes: votes('reviewer', 'reject'), profiles: { reviewer: { canVeto: false } } }
    expect(consensusOf({ ...taken, riskLevel: 'high' }).vetoBy).toBeUndefined()
  })
})

describe('profiles', () => {
  it('replace the default field by field', () => {
    const votes: Vote[] = [{ agent: 'security', decision: 'approve', confidence: 0.5 }]
    const weight = (profile: object) =>
      consensusOf({ votes, riskLevel: 'low', profiles: { security: profile } }).totalWeight
    expect(weight({ reliability: 0.5 })).toBe(1.2)
    expect(weight({ baseWeight: 1, reliability: undefined })).toBeCloseTo(1.294, 9)
  })
})

it('does not depend on the order of votes, and shares stay within 0 and 1', () => {
  const vote = fc.record({
    agent: fc.constantFrom('planner', 'builder', 'reviewer', 'security', 'a', 'b', 'c'),
    decision: fc.constantFrom('approve', 'needs-review', 'reject') as fc.Arbitrary<AgentVerdict>,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const input: fc.Arbitrary<ConsensusInput> = fc.record({
    votes: fc.uniqueArray(vote, { selector: (v) => v.agent }),
    riskLevel: fc.constantFrom('low', 'medium', 'high') as fc.Arbitrary<RiskLevel>,
  })
  fc.assert(
    fc.property(input, (given) => {
      const { vetoBy, ...found } = consensusOf(given)
      const { vetoBy: other, ...reversed } = consensusOf({ ...given, votes: [...given.votes].reverse() })
      expect(reversed).toEqual(found)
      expect(other === undefined).toBe(vetoBy === undefined)
      expect(found.approvalShare + found.rejectShare).toBeLessThanOrEqual(1 + 1e-9)
      expect(Math.min(found.approvalShare, found.rejectShare)).toBeGreaterThanOrEqual(0)
    }),
  )
})
