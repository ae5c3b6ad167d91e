import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEEDBACK_TYPES, type FeedbackType } from '../../domain/values/outcome.ts'
import { addDecaying, EMPTY_SUM, sumAt } from './decay.ts'
import { MATURITY, type MaturityFeedback, maturityFromMass, maturityOf } from './maturity.ts'

const DAY = 86_400_000
const NOW = 1000 * DAY
const times = (n: number, type: FeedbackType, ageDays = 0, weight = 1): MaturityFeedback[] =>
  Array.from({ length: n }, () => ({ type, at: NOW - ageDays * DAY, weight }))

describe('maturity', () => {
  it('grades by what is left of the feedback and labels by what was counted', () => {
    expect(maturityOf(times(6, 'helpful', 90), NOW)).toEqual({
      state: 'established',
      multiplier: 1,
      helpful: 3,
      harmful: 0,
      harmfulShare: 0,
      known: true,
      helpfulCount: 6,
      harmfulCount: 0,
      label: '[ESTABLISHED - 100% helpful, 0% harmful from 6 observations]',
    })
  })

  it('calls five fresh helpful events proven', () => {
    expect(maturityOf(times(5, 'helpful'), NOW)).toMatchObject({
      state: 'proven',
      label: '[PROVEN - 100% helpful from 5 observations]',
    })
  })

  it('counts three events of this morning as three', () => {
    expect(maturityOf(times(3, 'helpful', 0.4), NOW)).toMatchObject({ state: 'established' })
  })

  it('calls three faded events a candidate', () => {
    expect(maturityOf(times(3, 'helpful', 30), NOW)).toMatchObject({
      state: 'candidate',
      multiplier: 0.5,
      label: '[CANDIDATE - 3 observations, too faint to judge by]',
    })
  })

  it('deprecates one harmful event in three', () => {
    expect(maturityOf([...times(2, 'helpful'), ...times(1, 'harmful')], NOW)).toMatchObject({
      state: 'deprecated',
      multiplier: 0,
      label: '[DEPRECATED - 33% harmful, avoid using]',
    })
  })

  it('counts an event by its weight', () => {
    expect(maturityOf(times(8, 'helpful', 0, 0.25), NOW)).toMatchObject({ state: 'candidate', helpful: 2 })
  })

  it('does not count neutral events', () => {
    expect(maturityOf(times(9, 'neutral'), NOW)).toMatchObject({
      state: 'candidate',
      multiplier: 1,
      known: false,
      label: '[LIMITED DATA - 0 observations]',
    })
  })

  it('forgets by the half-life and labels by the least count of the policy', () => {
    const policy = { ...MATURITY, halfLifeDays: 30, minFeedback: 4 }
    expect(maturityOf(times(3, 'helpful', 30), NOW, policy)).toMatchObject({
      helpful: 1.5,
      label: '[LIMITED DATA - 3 observations]',
    })
    const byConfidence = { ...MATURITY, halfLife: 'confidence' as const }
    expect(maturityOf(times(3, 'helpful', 135), NOW, byConfidence).helpful).toBeCloseTo(1.5, 10)
    expect(maturityOf(times(3, 'harmful', 45), NOW, byConfidence).harmful).toBeCloseTo(1.5, 10)
    expect(maturityOf([], NOW, byConfidence).known).toBe(false)
  })
})

describe('laws', () => {
  const feedback = fc.array(
    fc
      .record({
        type: fc.constantFrom(...FEEDBACK_TYPES),
        day: fc.integer({ min: 0, max: 1000 }),
        weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      })
      .map(({ type, day, weight }) => ({ type, at: day * DAY, weight })),
    { maxLength: 40 },
  )
  const sumOf = (list: MaturityFeedback[], type: FeedbackType) => {
    const ofType = list.filter((event) => event.type === type)
    const sum = ofType.reduce(
      (kept, event) => addDecaying(kept, event.weight, event.at, MATURITY.halfLifeDays),
      EMPTY_SUM,
    )
    return sumAt(sum, NOW, MATURITY.halfLifeDays)
  }

  it('equals the grade of the sums that a projection keeps', () => {
    fc.assert(
      fc.property(feedback, (list) => {
        const whole = maturityOf(list, NOW)
        const kept = maturityFromMass({ helpful: sumOf(list, 'helpful'), harmful: sumOf(list, 'harmful') })
        expect(kept.helpful).toBeCloseTo(whole.helpful, 9)
        expect(kept.harmful).toBeCloseTo(whole.harmful, 9)
        expect(kept.state).toBe(whole.state)
      }),
    )
  })

  it('does not depend on the order of the feedback', () => {
    fc.assert(
      fc.property(feedback, (list) => {
        const { state, label } = maturityOf(list, NOW)
        expect(maturityOf(list.toReversed(), NOW)).toMatchObject({ state, label })
      }),
    )
  })
})
