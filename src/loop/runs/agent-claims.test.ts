import { describe, expect, it } from 'vitest'
import { agentsWord } from './agent-claims.ts'

const TOLD = { run: 'r1', result: 'success', observedBy: 'test', qualityScore: 0.9 } as const

describe('an outcome through a door where only agents speak', () => {
  it('is the word of the agent, whoever it says saw it', () => {
    expect(agentsWord({ surface: 'mcp' }, TOLD)).toEqual({
      told: { ...TOLD, observedBy: 'agent' },
      notKept: [],
    })
  })

  it('stays one that nobody saw', () => {
    expect(agentsWord({ surface: 'mcp' }, { ...TOLD, observedBy: 'none' }).told.observedBy).toBe('none')
  })

  it('leaves out what only a person can say, and names it', () => {
    const { told, notKept } = agentsWord({ surface: 'mcp' }, { ...TOLD, userRating: 5, userFeedback: 'fine' })
    expect(told).toEqual({ ...TOLD, observedBy: 'agent' })
    expect(notKept).toEqual(['userRating', 'userFeedback'])
  })
})

it('is taken as it is told through any other door', () => {
  const told = { ...TOLD, userRating: 5 }
  expect(agentsWord({ surface: 'cli' }, told)).toEqual({ told, notKept: [] })
})
