import fc from 'fast-check'
import { expect, it } from 'vitest'
import { INSIGHTS, skillInsights } from './insights.ts'

const use = (skill: string, successes: number, failures: number, runs = successes + failures) => ({
  skill,
  runs,
  successes,
  failures,
  lastUsedAt: 0,
})
const told = (...uses: ReturnType<typeof use>[]) =>
  skillInsights(uses, INSIGHTS).map(({ skill, passRate, judgement }) => [skill, passRate.value, judgement])

it('the most used comes first, and below half of two runs or more is low', () => {
  expect(told(use('docs', 1, 0), use('review', 4, 6), use('tests', 2, 2))).toEqual([
    ['review', 0.4, 'low'],
    ['tests', 0.5, 'fine'],
    ['docs', 1, 'not enough data'],
  ])
})

it('a run that ended in part counts as a run and not as a pass', () => {
  expect(told(use('review', 1, 0, 4))).toEqual([['review', 0.25, 'low']])
})

it('a skill that no outcome names is not told', () => {
  expect(told(use('idle', 0, 0))).toEqual([])
})

it('a rate is a share, whatever the counts', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (a, b, partial) => {
      for (const { passRate } of skillInsights([use('x', a, b, a + b + partial)], INSIGHTS)) {
        expect(passRate.value).toBeGreaterThanOrEqual(0)
        expect(passRate.value).toBeLessThanOrEqual(1)
      }
    }),
  )
})
