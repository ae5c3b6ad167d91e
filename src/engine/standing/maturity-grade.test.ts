import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MATURITIES, type Maturity } from '../../domain/values/pattern.ts'
import { decay } from './decay.ts'
import { MATURITY, MATURITY_MULTIPLIERS, maturityFromMass, nextMaturity } from './maturity.ts'

const DAY = 86_400_000
const stateOf = (helpful: number, harmful: number) => maturityFromMass({ helpful, harmful }).state
const next = (previous: Maturity, helpful: number, harmful: number) =>
  nextMaturity(previous, { helpful, harmful }).state

describe('grade', () => {
  it.each([
    [2, 0, 'candidate'],
    [0, 2, 'candidate'],
    [2.9899, 0, 'candidate'],
    [2.99, 0, 'established'],
    [3, 0, 'established'],
    [4.9899, 0, 'established'],
    [4.99, 0, 'proven'],
    [5, 0, 'proven'],
    [2, 0.9899, 'candidate'],
    [2, 0.99, 'deprecated'],
    [2, 1, 'deprecated'],
    [3, 1, 'established'],
    [7, 3, 'established'],
    [6.9, 3.1, 'deprecated'],
    [17, 3, 'established'],
    [17.1, 3, 'proven'],
    [0, 3, 'deprecated'],
  ])('takes helpful %f and harmful %f for %s', (helpful, harmful, state) => {
    expect(stateOf(helpful, harmful)).toBe(state)
  })

  it('gives the share with the state', () => {
    expect(maturityFromMass({ helpful: 3, harmful: 1 })).toEqual({
      state: 'established',
      multiplier: 1,
      helpful: 3,
      harmful: 1,
      harmfulShare: 0.25,
      known: true,
    })
  })

  it('compares shares and masses as the decimals they stand for', () => {
    const drifted = 10 * (0.1 + 0.2)
    expect(drifted / (7 + drifted)).toBeGreaterThan(0.3)
    expect(stateOf(7, drifted)).toBe('established')
    expect(next('deprecated', 7, drifted)).toBe('established')
    const summed = Array.from({ length: 299 }, () => 0.01).reduce((sum, weight) => sum + weight, 0)
    expect(summed + 0.01).toBeLessThan(3)
    expect(stateOf(summed, 0)).toBe('established')
  })

  it.each([
    ['candidate', 1, 0, 0.5],
    ['established', 3, 0, 1],
    ['proven', 5, 0, 1.5],
    ['deprecated', 0, 3, 0],
  ])('multiplies by the state: %s', (state, helpful, harmful, multiplier) => {
    expect(maturityFromMass({ helpful, harmful })).toMatchObject({ state, multiplier })
  })

  it('multiplies by 1 while nothing is known', () => {
    const nothing = { helpful: 0, harmful: 0 }
    expect(maturityFromMass(nothing)).toMatchObject({ state: 'candidate', multiplier: 1, known: false })
  })

  it('takes its limits from the policy', () => {
    const policy = { ...MATURITY, minFeedback: 1, minHelpful: 2, maxHarmful: 0.5, deprecationThreshold: 0.6 }
    expect(maturityFromMass({ helpful: 2, harmful: 1 }, policy).state).toBe('proven')
    expect(maturityFromMass({ helpful: 1, harmful: 1 }, policy).state).toBe('established')
    expect(maturityFromMass({ helpful: 0, harmful: 1 }, policy).state).toBe('deprecated')
  })
})

describe('next state', () => {
  it.each([
    ['candidate', 2, 0, 'candidate'],
    ['candidate', 3, 0, 'established'],
    ['candidate', 5, 0, 'proven'],
    ['candidate', 2, 1, 'deprecated'],
    ['established', 0.1, 0, 'established'],
    ['established', 0.5, 1, 'established'],
    ['established', 5, 0, 'proven'],
    ['established', 2, 1, 'deprecated'],
    ['proven', 2.5, 0, 'proven'],
    ['proven', 0.86, 0.14, 'proven'],
    ['proven', 0.85, 0.15, 'established'],
    ['proven', 2.5, 1, 'established'],
    ['proven', 2, 1, 'deprecated'],
    ['deprecated', 0.1, 0.1, 'deprecated'],
    ['deprecated', 0.69, 0.31, 'deprecated'],
    ['deprecated', 0.7, 0.3, 'candidate'],
    ['deprecated', 7, 3, 'established'],
    ['deprecated', 9, 1, 'proven'],
  ] as const)('from %s with helpful %f and harmful %f is %s', (previous, helpful, harmful, state) => {
    expect(next(previous, helpful, harmful)).toBe(state)
  })

  it('keeps proven while its feedback fades, until harm is reported', () => {
    const faded = nextMaturity('proven', { helpful: 2.5, harmful: 0 })
    expect(faded).toMatchObject({ state: 'proven', multiplier: 1.5, harmfulShare: 0 })
    const harmed = nextMaturity(faded.state, { helpful: 2.5, harmful: 1 })
    expect(harmed).toMatchObject({ state: 'established', multiplier: 1 })
    expect(harmed.harmfulShare).toBeCloseTo(0.2857, 4)
  })

  it.each(MATURITIES)('keeps %s and its multiplier when nothing at all is left', (state) => {
    const multiplier = state === 'candidate' ? 1 : MATURITY_MULTIPLIERS[state]
    expect(nextMaturity(state, { helpful: 0, harmful: 0 })).toMatchObject({ state, multiplier })
  })
})

describe('laws', () => {
  const amount = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 40, noNaN: true }))
  const mass = fc.record({ helpful: amount, harmful: amount })
  const state = fc.constantFrom(...MATURITIES)
  const worth = (grade: { state: Maturity }) =>
    ['deprecated', 'candidate', 'established', 'proven'].indexOf(grade.state)

  it('never leaves a state because hours passed', () => {
    fc.assert(
      fc.property(state, mass, fc.integer({ min: 0, max: 7300 }), (previous, then, days) => {
        const entered = nextMaturity(previous, then).state
        const faded = {
          helpful: decay(then.helpful, days * DAY, MATURITY.halfLifeDays),
          harmful: decay(then.harmful, days * DAY, MATURITY.halfLifeDays),
        }
        expect(nextMaturity(entered, faded).state).toBe(entered)
      }),
    )
  })

  it('agrees with the memoryless grade wherever a candidate comes from', () => {
    fc.assert(
      fc.property(mass, (now) => {
        expect(nextMaturity('candidate', now).state).toBe(maturityFromMass(now).state)
      }),
    )
  })

  it('never ranks lower for more helpful mass, once there is enough to judge by', () => {
    fc.assert(
      fc.property(mass, fc.double({ min: 0, max: 20, noNaN: true }), (before, more) => {
        fc.pre(before.helpful + before.harmful >= MATURITY.minFeedback)
        const after = maturityFromMass({ ...before, helpful: before.helpful + more })
        expect(worth(after)).toBeGreaterThanOrEqual(worth(maturityFromMass(before)))
      }),
    )
  })

  it('never ranks what was proven below what was only established', () => {
    fc.assert(
      fc.property(mass, (now) => {
        expect(worth(nextMaturity('proven', now))).toBeGreaterThanOrEqual(worth(nextMaturity('established', now)))
      }),
    )
  })

  it('keeps the share between 0 and 1', () => {
    fc.assert(
      fc.property(mass, (now) => {
        const { harmfulShare } = maturityFromMass(now)
        expect(harmfulShare).toBeGreaterThanOrEqual(0)
        expect(harmfulShare).toBeLessThanOrEqual(1)
      }),
    )
  })
})
