import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'

let loop: TestLoop

beforeEach(async () => {
  loop = testLoop()
  for (const [run, result] of [
    ['r1', 'success'],
    ['r2', 'failure'],
    ['r3', 'success'],
  ] as const) {
    await loop.recordRunOutcome({
      runId: run,
      result,
      postExecutionScore: result === 'success' ? 0.9 : 0.2,
      riskLevel: 'low',
      agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 1 }],
      ...(run === 'r2' ? {} : { selectedSkills: ['refactor'] }),
    })
    loop.pass(1)
  }
})

describe('how reliable somebody was over time', () => {
  it('is told for an agent run by run, each going on from the one before, up to where it stands', async () => {
    const { name, moments } = await loop.agentHistory('planner')
    expect([name, moments.map(({ run }) => run)]).toEqual(['planner', ['r1', 'r2', 'r3']])
    expect(moments[1]!.after).toBeLessThan(moments[1]!.before)
    expect(moments.slice(1).map(({ before }) => before)).toEqual(moments.slice(0, -1).map(({ after }) => after))
    expect(moments.at(-1)!.after).toBe((await loop.agent('planner')).reliability)
  })

  it('is told for a skill from the runs that used it', async () => {
    const { moments } = await loop.skillHistory('Refactor')
    expect(moments.map(({ run, after }) => [run, after])).toEqual([
      ['r1', 1],
      ['r3', 1],
    ])
  })

  it('names who is known where somebody is not', async () => {
    await expect(loop.skillHistory('refactr')).rejects.toMatchObject({
      code: 'not-found',
      message: "No recorded run has used a skill 'refactr'. Did you mean 'refactor'?",
    })
  })
})
