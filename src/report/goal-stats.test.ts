import { describe, expect, it } from 'vitest'
import { goalStats } from './cycle-summary.ts'

const evaluations = (n: number, scores = (i: number) => i / n) =>
  Array.from({ length: n }, (_, i) => ({
    run: `r${i}`,
    goal: 'ship',
    success: i % 2 === 0,
    score: scores(i),
  }))

describe('the figures of a goal', () => {
  it('are not given before five runs', () => {
    expect(goalStats(evaluations(4))).toEqual([
      {
        goal: 'ship',
        runs: 4,
        iterations: 4,
        notes: ['too thin: 4 of 5 runs', 'no trend before 10 evaluations'],
      },
    ])
  })

  it('count a run by its last evaluation', () => {
    const twice = [...evaluations(5), { run: 'r1', goal: 'ship', success: true, score: 1 }]
    expect(goalStats(twice)[0]).toMatchObject({ runs: 5, iterations: 6, successShare: 0.8 })
  })

  it('tell a trend from ten evaluations on', () => {
    const [stats] = goalStats(evaluations(10, (i) => (i < 5 ? 0.2 : 0.8)))
    expect(stats?.trend).toBeCloseTo(0.6, 12)
    expect(stats?.notes).toEqual([])
  })
})
