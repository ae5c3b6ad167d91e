import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSkillRun, skillStats, skillStatsOf, UNUSED_SKILL } from './agent-profile.ts'

describe('the score of a skill', () => {
  it.each([
    [['success', 'success', 'failure', 'partial'], 0.3125],
    [['failure', 'failure'], -0.75],
    [['success'], 1],
    [['partial'], 0],
    [['success', 'failure', 'failure'], -0.1667],
  ] as const)('over %j is %f', (results, score) => {
    expect(skillStats(results)).toMatchObject({ score, runs: results.length, known: true })
  })

  it('is unknown before the first run', () => {
    expect(skillStats([])).toEqual({ score: 0, runs: 0, successes: 0, failures: 0, known: false })
  })

  it('lies between -0.75 and 1, in any order, run by run or rebuilt', () => {
    const result = fc.constantFrom('success', 'partial', 'failure') as fc.Arbitrary<'success'>
    fc.assert(
      fc.property(fc.array(result, { minLength: 1 }), (results) => {
        const stats = skillStats(results)
        expect(stats.score >= -0.75 && stats.score <= 1).toBe(true)
        expect(skillStats([...results].reverse())).toEqual(stats)
        let sums = UNUSED_SKILL
        for (const one of results) sums = addSkillRun(sums, one)
        expect(skillStatsOf(sums)).toEqual(stats)
      }),
    )
  })
})
