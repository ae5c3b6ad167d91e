import { describe, expect, it } from 'vitest'
import {
  agentProfileLaw,
  consensusLaw,
  constraintSuggestionsLaw,
  failurePatternsLaw,
  overlayLaw,
  reliabilityLaw,
  skillStatsLaw,
  thresholdPolicyLaw,
} from './governance-laws.ts'
import type { Law } from './law.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')

function call(law: Law, input: object): unknown {
  return law.run(law.input.parse(input) as never, NOW)
}

function refusedFields(law: Law, input: object): string[] {
  const parsed = law.input.safeParse(input)
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'))
}

const run = { success: true, retryCount: 0, qualityScore: 1 }
const failed = { runId: 'r', status: 'failed', adaptersUsed: ['github'], dominantFailureType: 'auth' }
const vote = { agent: 'planner', decision: 'approve', confidence: 1 }

describe('bad input is refused by the name of its field', () => {
  const rows: [Law, object, string][] = [
    [reliabilityLaw, { outcomes: [{ ...run, retryCount: -1 }] }, 'outcomes.0.retryCount'],
    [reliabilityLaw, { outcomes: [{ ...run, qualityScore: 1.01 }] }, 'outcomes.0.qualityScore'],
    [reliabilityLaw, { outcomes: [run, { ...run, qualityScore: Number.NaN }] }, 'outcomes.1.qualityScore'],
    [reliabilityLaw, { outcomes: [{ ...run, adapters: [' '] }] }, 'outcomes.0.adapters.0'],
    [failurePatternsLaw, { outcomes: [{ ...failed, createdAt: 'soon' }] }, 'outcomes.0.createdAt'],
    [failurePatternsLaw, { outcomes: [{ ...failed, createdAt: 1e300 }] }, 'outcomes.0.createdAt'],
    [failurePatternsLaw, { outcomes: [{ ...failed, status: 'failure' }] }, 'outcomes.0.status'],
    [failurePatternsLaw, { outcomes: [{ ...failed, result: 'failed' }] }, 'outcomes.0.result'],
    [failurePatternsLaw, { outcomes: [{ ...failed, result: 'success' }] }, 'outcomes.0.status'],
    [failurePatternsLaw, { outcomes: [{ ...failed, success: true }] }, 'outcomes.0.success'],
    [failurePatternsLaw, { outcomes: [{ ...failed, userRating: 6 }] }, 'outcomes.0.userRating'],
    [failurePatternsLaw, { outcomes: [{ runId: 'r' }] }, 'outcomes.0.result'],
    [overlayLaw, { adapterId: 'github', reliabilityScore: 1.2 }, 'reliabilityScore'],
    [overlayLaw, { adapterId: 'a', reliabilityScore: 1, failureOccurrences: -1 }, 'failureOccurrences'],
    [overlayLaw, { adapterId: 'a', reliabilityScore: 1, ratchet: 'loose' }, 'ratchet'],
    [overlayLaw, { adapterId: 'a', reliabilityScore: 1, beta: { a: 0, b: 1 } }, 'beta.a'],
    [agentProfileLaw, { agent: 'planner', outcome: { result: 'won' }, confidence: 1 }, 'outcome.result'],
    [agentProfileLaw, { agent: 'planner', outcome: { result: 'success' }, confidence: 2 }, 'confidence'],
    [thresholdPolicyLaw, { outcome: { result: 'success' } }, 'outcome.riskLevel'],
    [
      thresholdPolicyLaw,
      {
        policy: { lowRiskApprovalThreshold: 0.95 },
        outcome: { result: 'success', riskLevel: 'low' },
      },
      'policy.lowRiskApprovalThreshold',
    ],
    [skillStatsLaw, { results: ['success', 'unknown'] }, 'results.1'],
    [constraintSuggestionsLaw, { outcome: {} }, 'outcome.result'],
    [consensusLaw, { votes: [{ ...vote, decision: 'abstain' }], riskLevel: 'low' }, 'votes.0.decision'],
    [consensusLaw, { votes: [vote, { ...vote, agent: 'Planner' }], riskLevel: 'low' }, 'votes.1.agent'],
    [consensusLaw, { votes: [vote], riskLevel: 'extreme' }, 'riskLevel'],
    [consensusLaw, { votes: [vote], riskLevel: 'low', profiles: { a: { reliability: -1 } } }, 'profiles.a.reliability'],
  ]

  it.each(rows.map(([law, input, field]) => [law.name, field, law, input] as const))(
    '%s: %s',
    (_name, field, law, input) => {
      expect(refusedFields(law, input)).toEqual([field])
    },
  )

  it('also when the law does not know the field', () => {
    expect(overlayLaw.input.safeParse({ adapterId: 'a', reliabilityScore: 1, rachet: 'elastic' }).success).toBe(false)
  })
})

describe('records of finished runs', () => {
  it('may carry more than a law reads', () => {
    expect(refusedFields(failurePatternsLaw, { outcomes: [{ ...failed, branch: 'main' }] })).toEqual([])
    expect(refusedFields(reliabilityLaw, { outcomes: [{ ...run, runId: 'r' }] })).toEqual([])
  })

  it('without a time were seen now', () => {
    expect(call(failurePatternsLaw, { outcomes: [failed] })).toMatchObject({
      patterns: [{ id: 'github::auth', confidence: 0.55, lastSeenAt: '2026-03-01T00:00:00.000Z' }],
    })
  })

  it('that ended well leave no failure pattern', () => {
    const outcomes = [
      { ...failed, status: 'success' },
      { ...failed, status: 'partial' },
    ]
    expect(call(failurePatternsLaw, { outcomes })).toEqual({ patterns: [] })
  })

  it('may say rollback in either word', () => {
    for (const word of ['rollback', 'rollbackOccurred']) {
      const outcome = { result: 'success', riskLevel: 'low', [word]: true }
      expect(call(thresholdPolicyLaw, { outcome })).toMatchObject({
        changes: { lowRiskApprovalThreshold: { before: 0.55, after: 0.575 } },
      })
    }
  })
})

it('starts an unknown agent at a neutral reliability', () => {
  const input = { agent: 'stranger', outcome: { result: 'success' }, confidence: 1 }
  expect(call(agentProfileLaw, input)).toEqual({ reliability: 0.52, delta: 0.02 })
})

it('names the adapter of an overlay in lower case', () => {
  expect(call(overlayLaw, { adapterId: 'GitHub', reliabilityScore: 0.8 })).toMatchObject({
    adapterId: 'github',
  })
})
