import { expect, it } from 'vitest'
import type { Maturity } from '../../domain/values/pattern.ts'
import { MATURITY, maturityLabel } from './maturity.ts'

const CASES: readonly [Maturity, number, number, string][] = [
  ['candidate', 0, 0, '[LIMITED DATA - 0 observations]'],
  ['candidate', 1, 0, '[LIMITED DATA - 1 observation]'],
  ['candidate', 1, 1, '[LIMITED DATA - 2 observations]'],
  ['candidate', 2, 1, '[CANDIDATE - 3 observations, too faint to judge by]'],
  ['established', 6, 2, '[ESTABLISHED - 75% helpful, 25% harmful from 8 observations]'],
  ['established', 2, 1, '[ESTABLISHED - 67% helpful, 33% harmful from 3 observations]'],
  ['proven', 9, 1, '[PROVEN - 90% helpful from 10 observations]'],
  ['deprecated', 2, 5, '[DEPRECATED - 71% harmful, avoid using]'],
]

it.each(CASES)('labels %s with %i helpful and %i harmful', (state, helpful, harmful, label) => {
  expect(maturityLabel(state, { helpful, harmful })).toBe(label)
})

it('shows no percentage below the least count, even of a pattern a person promoted', () => {
  expect(maturityLabel('proven', { helpful: 2, harmful: 0 })).toBe('[LIMITED DATA - 2 observations]')
})

it('takes the least count from the policy', () => {
  expect(maturityLabel('proven', { helpful: 1, harmful: 0 }, { ...MATURITY, minFeedback: 1 })).toBe(
    '[PROVEN - 100% helpful from 1 observation]',
  )
  expect(maturityLabel('candidate', { helpful: 4, harmful: 0 }, { ...MATURITY, minFeedback: 5 })).toBe(
    '[LIMITED DATA - 4 observations]',
  )
})
