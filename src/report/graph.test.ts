import { describe, expect, it } from 'vitest'
import { drawDot, drawMermaid, type GraphCycle, graphEvents } from './graph.ts'

const outcome = {
  at: 1_000,
  result: 'failure',
  qualityScore: 0.2,
  adapters: ['github'],
  humanOverride: false,
}
const cycle = (more: Partial<GraphCycle> = {}): GraphCycle => ({
  run: 'r1',
  outcome,
  rolledBack: true,
  agents: { planner: { before: 0.82, after: 0.77 } },
  skills: { review: { before: 0, after: -0.75 } },
  policyDiff: {
    'my hub requireApproval': { before: false, after: true },
    mediumRiskApprovalThreshold: { before: 0.65, after: 0.683 },
  },
  suggestions: [{ constraint: 'mutation-scope', action: 'tighten', confidence: 0.87, reason: 'rolled back' }],
  ...more,
})

describe('the memory graph', () => {
  it('has the outcome, then what moved because of it', () => {
    const events = graphEvents([cycle()])
    expect(events.map(({ type }) => type)).toEqual([
      'outcome_recorded',
      'agent_reliability_updated',
      'skill_stat_updated',
      'policy_overlay_updated',
      'threshold_policy_updated',
      'constraint_suggestion_created',
    ])
    expect(events[0]!.data).toMatchObject({ rollbackOccurred: true, postExecutionScore: 0.2 })
    expect(events[1]).toEqual({
      timestamp: '1970-01-01T00:00:01.000Z',
      runId: 'r1',
      type: 'agent_reliability_updated',
      data: { agent: 'planner', before: 0.82, after: 0.77, result: 'failure' },
    })
    expect(events[3]!.data).toEqual({
      adapterId: 'my hub',
      field: 'requireApproval',
      before: false,
      after: true,
    })
  })

  it('tells runs in the order in which they ended', () => {
    const early = cycle({ run: 'z', outcome: { ...outcome, at: 1 } })
    expect(graphEvents([cycle(), early])[0]!.runId).toBe('z')
  })

  it('says on the line which field of an overlay moved, and keeps a backslash in its quotes', () => {
    const named = cycle({ outcome: { ...outcome, adapters: ['a\\'] } })
    const dot = drawDot(graphEvents([named]))
    expect(dot).toContain('[label="requireApproval false -> true"]')
    expect(dot).toContain('[label="adapter a\\\\"]')
  })

  it('is drawn with ids of its own, whatever the names hold', () => {
    const events = graphEvents([
      cycle({
        run: 'r1',
        outcome: { ...outcome, adapters: ['a"] --> x["'] },
        agents: {},
        skills: {},
        policyDiff: {},
        suggestions: [],
      }),
    ])
    expect(drawMermaid(events)).toBe('graph LR\n  n1["run r1"]\n  n2["adapter a --> x"]\n  n1 -->|"failure"| n2\n')
    expect(drawDot(events)).toContain('  n2 [label="adapter a\\"] --> x[\\""]\n  n1 -> n2 [label="failure"]\n')
  })
})
