import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { simulateConsensus } from './consensus.ts'

const vote = (agent: string, decision: 'approve' | 'needs-review' | 'reject', confidence = 0.9) => ({
  agent,
  decision,
  confidence,
})
const VOTES = [vote('planner', 'approve'), vote('builder', 'approve'), vote('stranger', 'needs-review')]

describe('consensus', () => {
  it('weighs strangers and default profiles as the law does', async () => {
    const { consensus } = testLoop()
    const reached = await consensus({ riskLevel: 'low', votes: VOTES })
    expect(reached).toMatchObject({ decision: 'approve', shouldPause: false, threshold: 0.55 })
    expect(reached.votes.map(({ agent, weight }) => [agent, weight])).toEqual([
      ['planner', 1.8605],
      ['builder', 1.8818],
      ['stranger', 1.52],
    ])
    expect(await simulateConsensus({ riskLevel: 'low', votes: VOTES })).toEqual(reached)
  })

  it('trusts an agent less after a run that failed, and asks for a larger share', async () => {
    const loop = testLoop()
    await loop.recordOutcome({
      run: 'r1',
      result: 'failure',
      riskLevel: 'medium',
      qualityScore: 0,
      agentDecisions: [vote('planner', 'approve', 1)],
    })
    const reached = await loop.consensus({ riskLevel: 'medium', votes: VOTES })
    expect(reached).toMatchObject({ threshold: 0.683, shouldPause: true })
    expect(reached.votes[0]).toMatchObject({ agent: 'planner', reliability: 0.77 })
    expect((await simulateConsensus({ riskLevel: 'medium', votes: VOTES })).threshold).toBe(0.65)
  })

  it('asks for the share that is in force, not for the one that is suggested', async () => {
    const loop = testLoop()
    await loop.recordOutcome({ run: 'r1', result: 'success', riskLevel: 'medium', qualityScore: 1 })
    expect((await loop.policy()).thresholds.suggested.mediumRiskApprovalThreshold).toBe(0.6335)
    expect((await loop.consensus({ riskLevel: 'medium', votes: VOTES })).threshold).toBe(0.65)
  })

  it('tells of a veto, and why a person is asked', async () => {
    const { consensus } = testLoop()
    const vetoed = await consensus({ riskLevel: 'medium', votes: [...VOTES, vote('Reviewer', 'reject')] })
    expect(vetoed).toMatchObject({ decision: 'reject', vetoBy: 'reviewer' })
    expect(vetoed.reasons[0]).toBe('reviewer rejects it, and may stop a run of medium risk alone')
    const approved = await consensus({ riskLevel: 'high', votes: VOTES.slice(0, 2) })
    expect(approved).toMatchObject({ decision: 'approve', shouldPause: true })
    expect(approved.reasons).toEqual([
      'approval 1.000 reaches 0.75',
      'rejection 0.000 is below 0.2',
      'a person is asked anyway: only low risk continues by itself',
    ])
  })

  it('refuses votes that are wrong, and names the field', async () => {
    const { consensus } = testLoop()
    await expect(consensus({ votes: [] } as never)).rejects.toThrow('riskLevel: is missing\nvotes: must not be empty')
    await expect(consensus({ riskLevel: 'low', votes: [VOTES[0]!, vote('PLANNER', 'reject')] })).rejects.toThrow(
      "'PLANNER' votes twice",
    )
  })
})
