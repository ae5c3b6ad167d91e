import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Application, confidenceOf, failsWhenApplied, successRate } from './success-rate.ts'

const held: Application = { status: 'applied' }
const unverified: Application = { status: 'applied', verified: false }
const shown: Application = { status: 'injected' }
const missed: Application = { status: 'applied', goalSuccess: false }
const met: Application = { status: 'applied', goalSuccess: true }
const rows = (...parts: [number, Application][]) => parts.flatMap(([n, row]) => Array<Application>(n).fill(row))

describe('success rate', () => {
  it.each([
    ['verified of all', [held, unverified, shown], 1 / 3],
    ['a failed build counts like unverified', [held, { ...held, buildFailed: true }], 0.5],
    ['a passed build changes nothing', [held, { ...held, buildFailed: false }], 1],
    ['a missed goal earns half its relevance', [met, { ...missed, relevance: 0.8 }], 0.7],
    ['relevance is 0.5 where unknown', [missed], 0.25],
    ['without a goal a row earns 1 in goal mode', [held, missed], 0.625],
    ['a met goal earns nothing when unverified', [{ ...met, verified: false }, met], 0.5],
    ['a met goal earns nothing when only shown', [{ ...met, status: 'injected' as const }, met], 0.5],
    ['a missed goal earns nothing after a failed build', [{ ...missed, buildFailed: true }, met], 0.5],
  ])('%s', (_rule, list, rate) => {
    expect(successRate(list).rate).toBeCloseTo(rate, 12)
  })

  it('returns the rounded rate, the counts and the mode beside it', () => {
    expect(successRate([held, unverified, shown])).toEqual({
      rate: 1 / 3,
      rounded: 0.33,
      confidence: 'low',
      flag: 'REVIEW',
      total: 3,
      applied: 2,
      known: true,
      mode: 'simple',
    })
    expect(successRate([met]).mode).toBe('goal')
  })

  it.each([
    [0.7, 'high'],
    [0.6999, 'medium'],
    [0.4, 'medium'],
    [0.3999, 'low'],
    [0, 'low'],
    [1, 'high'],
  ])('a rate of %d is of %s confidence', (rate, confidence) => {
    expect(confidenceOf(rate)).toBe(confidence)
  })
})

describe('flag', () => {
  it('is UNTESTED without an application, however often shown', () => {
    expect(successRate([])).toMatchObject({ rate: 0, flag: 'UNTESTED', known: false, total: 0 })
    expect(successRate(rows([25, shown]))).toMatchObject({ flag: 'UNTESTED', known: false, total: 25 })
    expect(successRate([unverified]).flag).toBe('REVIEW')
  })

  it.each([
    ['20 rows under 0.4', rows([7, held], [13, unverified]), 'REVIEW'],
    ['21 rows under 0.4', rows([8, held], [13, unverified]), 'PRUNE'],
    ['21 rows of which some were only shown', rows([8, held], [13, shown]), 'PRUNE'],
    ['25 rows at 0.4', rows([10, held], [15, unverified]), ''],
    ['5 rows at 0.4', rows([2, held], [3, unverified]), ''],
  ])('%s', (_case, list, flag) => {
    expect(successRate(list).flag).toBe(flag)
  })

  it('is read off unrounded figures', () => {
    const list = rows([199, held], [301, unverified])
    expect(successRate(list)).toMatchObject({ rate: 0.398, rounded: 0.4, confidence: 'low', flag: 'PRUNE' })
  })

  it('does not let binary fractions move a rate of 0.4', () => {
    const list = [met, { ...missed, relevance: 0.1 }, { ...missed, relevance: 0.3 }]
    expect(successRate(list)).toMatchObject({ rounded: 0.4, confidence: 'medium', flag: '' })
  })

  it.each([
    [11, 20, ''],
    [10, 20, 'STALE'],
    [1, 40, 'STALE'],
    [30, 20, ''],
  ])('last applied in iteration %d, now %d: %j', (iteration, latest, flag) => {
    expect(
      successRate(
        [
          { ...held, iteration: 1 },
          { ...held, iteration },
        ],
        latest,
      ).flag,
    ).toBe(flag)
  })

  it('takes the newest row for the latest iteration, and a row merely shown for no use', () => {
    const list = [
      { ...held, iteration: 1 },
      { ...shown, iteration: 11 },
    ]
    expect(successRate(list).flag).toBe('STALE')
    expect(successRate([held], 99).flag).toBe('')
  })

  it('puts PRUNE before STALE before REVIEW', () => {
    const old = (n: number, row: Application) => rows([n, { ...row, iteration: 1 }])
    expect(successRate(old(21, unverified), 50).flag).toBe('PRUNE')
    expect(successRate(old(20, unverified), 50).flag).toBe('STALE')
    expect(successRate(old(20, unverified), 5).flag).toBe('REVIEW')
  })
})

const application = fc.record(
  {
    status: fc.constantFrom('applied' as const, 'injected' as const),
    verified: fc.boolean(),
    goalSuccess: fc.boolean(),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    buildFailed: fc.boolean(),
    iteration: fc.nat(60),
  },
  { requiredKeys: ['status'] },
)

describe('laws of the success rate', () => {
  it('stays between 0 and 1, in any order of rows', () => {
    fc.assert(
      fc.property(fc.array(application), (list) => {
        const found = successRate(list)
        expect(found.rate).toBeGreaterThanOrEqual(0)
        expect(found.rate).toBeLessThanOrEqual(1)
        expect(successRate(list.toReversed()).rate).toBeCloseTo(found.rate, 12)
      }),
    )
  })

  it('never falls with a held application, nor rises with one merely shown', () => {
    fc.assert(
      fc.property(fc.array(application), (list) => {
        const { rate } = successRate(list)
        expect(successRate([...list, held]).rate).toBeGreaterThanOrEqual(rate - 1e-12)
        expect(successRate([...list, shown]).rate).toBeLessThanOrEqual(rate + 1e-12)
      }),
    )
  })
})

describe('failing when applied', () => {
  const fails = (...parts: [number, Application][]) => failsWhenApplied(successRate(rows(...parts), 1))

  it('is PRUNE that the applications themselves bear out', () => {
    expect(fails([5, held], [20, unverified])).toBe(true)
    expect(successRate(rows([5, held], [20, shown]), 1).flag).toBe('PRUNE')
    expect(fails([5, held], [20, shown])).toBe(false)
  })

  it('is not told from few, nor from none', () => {
    expect(fails([20, unverified])).toBe(false)
    expect(fails([30, shown])).toBe(false)
    expect(fails()).toBe(false)
  })

  it('begins below the rate from which a pattern is up for review', () => {
    expect(fails([10, held], [15, unverified], [5, shown])).toBe(false)
    expect(fails([9, held], [16, unverified])).toBe(true)
  })
})
