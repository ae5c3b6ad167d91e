import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEEDBACK_TYPES, type FeedbackType } from '../../domain/values/outcome.ts'
import {
  CRITERION_WEIGHT,
  type CriterionEvent,
  criterionWeight,
  NO_TALLY,
  weightFromTally,
  withCriterionEvent,
} from './criterion-weight.ts'

const DAY = 86_400_000
const NOW = 1000 * DAY
const event = (type: FeedbackType, ageDays = 0, rawValue = 1): CriterionEvent => ({
  type,
  at: NOW - ageDays * DAY,
  rawValue,
})
const times = (n: number, type: FeedbackType, ageDays = 0) => Array.from({ length: n }, () => event(type, ageDays))

describe('weight', () => {
  it('is helpful over all, each as much as is left of it', () => {
    const weight = criterionWeight([event('helpful'), event('harmful', 90)], NOW)
    expect(weight).toMatchObject({ helpfulMass: 1, harmfulMass: 0.5, known: true, deprecated: false })
    expect(weight.weight).toBeCloseTo(0.6667, 4)
  })

  it('counts an event by its raw value', () => {
    expect(criterionWeight([event('helpful', 0, 0.25), event('harmful', 0, 0.75)], NOW).weight).toBe(0.25)
  })

  it('does not fall below 0.1', () => {
    expect(criterionWeight(times(2, 'harmful'), NOW)).toMatchObject({ weight: 0.1, deprecated: false })
  })

  it('is 1 and not known without helpful or harmful events', () => {
    const unknown = { weight: 1, helpful: 0, harmful: 0, known: false, deprecated: false }
    expect(criterionWeight([], NOW)).toMatchObject(unknown)
    expect(criterionWeight(times(5, 'neutral'), NOW)).toMatchObject(unknown)
  })

  it('is 1 while every event weighs nothing', () => {
    expect(criterionWeight([event('harmful', 0, 0)], NOW)).toMatchObject({ weight: 1, known: true })
  })

  it('halves by the half-life of the policy', () => {
    const policy = { ...CRITERION_WEIGHT, halfLifeDays: 10 }
    expect(criterionWeight([event('helpful', 10)], NOW, policy).helpfulMass).toBe(0.5)
  })
})

describe('last validated', () => {
  it('is the newest helpful event, whatever came after it', () => {
    const events = [event('helpful', 9), event('helpful', 5), event('helpful', 7), event('harmful', 1)]
    expect(criterionWeight(events, NOW).lastValidated).toBe(NOW - 5 * DAY)
  })

  it('is absent without a helpful event', () => {
    expect(criterionWeight([event('harmful')], NOW).lastValidated).toBeUndefined()
  })
})

describe('deprecated', () => {
  it.each([
    [0, 2, false],
    [2, 1, true],
    [7, 3, false],
    [6, 3, true],
    [9, 4, true],
    [3, 0, false],
  ])('with %i helpful and %i harmful: %s', (helpful, harmful, deprecated) => {
    const verdict = criterionWeight([...times(helpful, 'helpful'), ...times(harmful, 'harmful')], NOW)
    expect(verdict).toMatchObject({ helpful, harmful, deprecated })
    expect(verdict.weight === 0).toBe(deprecated)
  })

  it('counts events, not what is left of them', () => {
    const events = [...times(7, 'helpful'), ...times(4, 'harmful', 900)]
    expect(criterionWeight(events, NOW)).toMatchObject({ weight: 0, deprecated: true })
  })

  it('does not count neutral events', () => {
    const events = [...times(2, 'harmful'), ...times(8, 'neutral')]
    expect(criterionWeight(events, NOW).deprecated).toBe(false)
  })

  it('needs evidence under any policy', () => {
    const policy = { ...CRITERION_WEIGHT, minFeedbackForAdjustment: 0 }
    expect(criterionWeight([], NOW, policy)).toMatchObject({ weight: 1, deprecated: false })
  })
})

describe('laws', () => {
  const events = fc.array(
    fc
      .record({
        type: fc.constantFrom(...FEEDBACK_TYPES),
        age: fc.integer({ min: 0, max: 900 }),
        raw: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ type, age, raw }) => event(type, age, raw)),
    { maxLength: 30 },
  )

  it('is 0, or between 0.1 and 1', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { weight, deprecated } = criterionWeight(list, NOW)
        expect(weight).toBeGreaterThanOrEqual(deprecated ? 0 : 0.1)
        expect(weight).toBeLessThanOrEqual(deprecated ? 0 : 1)
      }),
    )
  })

  it('does not depend on the order of the events', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { weight, ...rest } = criterionWeight(list, NOW)
        const reversed = criterionWeight(list.toReversed(), NOW)
        expect(reversed.weight).toBeCloseTo(weight, 9)
        expect(reversed).toMatchObject({ deprecated: rest.deprecated, helpful: rest.helpful })
      }),
    )
  })

  it('never falls by a helpful event', () => {
    fc.assert(
      fc.property(events, (list) => {
        const before = criterionWeight(list, NOW)
        fc.pre(before.known && !before.deprecated && before.helpful + before.harmful >= 3)
        const after = criterionWeight([...list, event('helpful')], NOW)
        expect(after.weight).toBeGreaterThanOrEqual(before.weight - 1e-12)
      }),
    )
  })
})

describe('a tally', () => {
  const anyEvents = fc.array(
    fc.record({
      type: fc.constantFrom(...FEEDBACK_TYPES),
      at: fc.integer({ min: NOW - 400 * DAY, max: NOW }),
      rawValue: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 40 },
  )
  const tally = (events: readonly CriterionEvent[]) =>
    events.reduce((sum, event) => withCriterionEvent(sum, event), NO_TALLY)

  it('gives the same as the sum over all events, in whatever order they arrive', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const naive = criterionWeight(events, NOW)
        for (const order of [events, [...events].reverse()]) {
          const kept = weightFromTally(tally(order), NOW)
          expect(kept).toMatchObject({
            helpful: naive.helpful,
            harmful: naive.harmful,
            deprecated: naive.deprecated,
            known: naive.known,
          })
          expect(kept.lastValidated).toBe(naive.lastValidated)
          expect(kept.helpfulMass).toBeCloseTo(naive.helpfulMass, 9)
          expect(kept.harmfulMass).toBeCloseTo(naive.harmfulMass, 9)
          if (naive.helpfulMass + naive.harmfulMass > 1e-9) expect(kept.weight).toBeCloseTo(naive.weight, 6)
        }
      }),
    )
  })

  it('counts what is neutral, and weighs nothing by it', () => {
    expect(tally(times(3, 'neutral'))).toMatchObject({ neutralCount: 3, helpfulCount: 0, harmfulCount: 0 })
    expect(weightFromTally(tally(times(3, 'neutral')), NOW).known).toBe(false)
  })

  it('is validated again by a helpful event, and not by one that only arrives late', () => {
    const late = tally([event('helpful', 1), event('helpful', 9)])
    expect(weightFromTally(late, NOW).lastValidated).toBe(NOW - DAY)
  })
})
