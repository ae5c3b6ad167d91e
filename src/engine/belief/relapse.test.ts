import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plus } from '../../domain/numbers.ts'
import {
  evidenceOfRelapse,
  type Opportunity,
  RELAPSE,
  type RelapseCounts,
  relapseOf,
  withOpportunity,
} from './relapse.ts'

const HALF = 0.5
const cells = (...counts: [number, number, number, number]): RelapseCounts => ({ [HALF]: counts })

/** Numbers in [0, 1) that look random and are the same every time. */
function lots(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One opportunity after the other; stops where `isDone` says so, and tells after how many that was. */
function played(
  { lot, without, having, most }: { lot: () => number; without: number; having: number; most: number },
  isDone: (counts: RelapseCounts) => boolean,
): number | undefined {
  let counts: RelapseCounts = {}
  for (let number = 1; number <= most; number++) {
    const shown = lot() >= HALF
    counts = withOpportunity(counts, { share: HALF, shown, relapsed: lot() < (shown ? having : without) })
    if (isDone(counts)) return number
  }
  return undefined
}

const isDecided = (counts: RelapseCounts) => {
  const { prevents, invites } = evidenceOfRelapse(counts)
  return prevents >= RELAPSE.preventsFrom || invites >= RELAPSE.invitesFrom
}

describe('evidence that a lesson prevents its mistake', () => {
  it('is 1 without a run, and 10.81 where it came back in 4 of 10 without and in none of 10 with', () => {
    expect(relapseOf({})).toMatchObject({ prevents: 1, invites: 1, verdict: 'unknown', low: -1, high: 1 })
    const relapse = relapseOf(cells(10, 0, 10, 4))
    expect(relapse.prevents).toBeCloseTo(10.81, 2)
    expect(relapse).toMatchObject({
      drop: 0.4,
      verdict: 'unknown',
      withheld: { opportunities: 10, relapses: 4 },
    })
  })

  it('gives a verdict either way, and says where there is no difference', () => {
    expect(relapseOf(cells(20, 1, 20, 9)).verdict).toBe('prevents')
    expect(relapseOf(cells(30, 20, 30, 2)).verdict).toBe('invites')
    expect(relapseOf(cells(2_000, 200, 2_000, 200)).verdict).toBe('no difference')
    const many = relapseOf(cells(1_000_000, 104_500, 1_000_000, 104_500))
    expect(many.low).toBeLessThan(0)
    expect(many.high).toBeGreaterThan(0)
  })

  it('compares only what was drawn at the same share, so that mistakes which come back often and are withheld often are no drop', () => {
    const useless = relapseOf({ 0.5: [20, 16, 20, 16], 0.1: [90, 0, 10, 0] })
    expect(useless).toMatchObject({ drop: 0, verdict: 'unknown' })
    expect(useless.rates!.withheld).toBeCloseTo(16 / 38, 9)
    expect(useless.low).toBeLessThan(0)
    const helpful = relapseOf({ 0.5: [40, 4, 40, 24], 0.1: [90, 9, 10, 6] })
    expect(helpful.drop).toBeCloseTo(0.5, 9)
    expect(helpful).toMatchObject({
      low: expect.closeTo(0.085, 9),
      high: expect.closeTo(0.815, 9),
      verdict: 'prevents',
    })
    expect(relapseOf({ 0.5: [3, 1, 0, 0], 0.1: [0, 0, 2, 2] })).toMatchObject({ rates: undefined, low: -1, high: 1 })
  })

  it('does not grow on average if the lesson changes nothing', () => {
    const count = fc.nat({ max: 30 })
    const share = fc.constantFrom(0.1, 0.25, 0.5)
    fc.assert(
      fc.property(count, count, count, count, share, fc.boolean(), (a, b, c, d, at, relapsed) => {
        const before: RelapseCounts = { 0.5: [a + b, b, c + d, d] }
        const grown = (shown: boolean) => evidenceOfRelapse(withOpportunity(before, { share: at, shown, relapsed }))
        for (const side of ['prevents', 'invites'] as const) {
          const expected = at * grown(false)[side] + (1 - at) * grown(true)[side]
          expect(expected / evidenceOfRelapse(before)[side]).toBeCloseTo(1, 9)
        }
      }),
      // Evidence of a hundred million, of which only the share can be compared.
      { examples: [[0, 0, 0, 30, 0.5, true]] },
    )
  })

  it('is wrong in at most 5% of 1,000 histories in which it changes nothing, looked at after every run', () => {
    const lot = lots(1)
    const wrong = Array.from({ length: 1_000 }, (_, number) => {
      const rate = [0.05, 0.2, 0.4, 0.7][number % 4]!
      return played({ lot, without: rate, having: rate, most: 120 }, isDecided)
    }).filter((after) => after !== undefined)
    expect(wrong.length).toBeLessThanOrEqual(50)
  })

  it('decides in a median of at most 40 opportunities where a mistake drops from 40% to 10%', () => {
    const lot = lots(2)
    const needed = Array.from(
      { length: 1_001 },
      () => played({ lot, without: 0.4, having: 0.1, most: 400 }, isDecided) ?? 999,
    ).sort((a, b) => a - b)
    expect(needed[500]).toBeLessThanOrEqual(40)
  })

  it('has an interval that holds the true drop in at least 95% of 200 histories, at every look', () => {
    const lot = lots(3)
    const missed = Array.from({ length: 200 }, (_, number) => {
      const [without, having] = [
        [0.4, 0.1],
        [0.3, 0.3],
        [0.6, 0.2],
        [0.1, 0.2],
      ][number % 4]!
      return played({ lot, without: without!, having: having!, most: 80 }, (counts) => {
        const { low, high } = relapseOf(counts)
        return low > without! - having! || high < without! - having!
      })
    }).filter((after) => after !== undefined)
    expect(missed.length).toBeLessThanOrEqual(10)
  })
})

describe('opportunities', () => {
  const anyOpportunity: fc.Arbitrary<Opportunity> = fc.record({
    share: fc.constantFrom(0.1, 0.5),
    shown: fc.boolean(),
    relapsed: fc.boolean(),
  })
  const countsOf = (all: readonly Opportunity[]) =>
    all.reduce((counts, one) => withOpportunity(counts, one), {} as RelapseCounts)

  it('count the same in whatever order, and as if one had never been where it is taken back', () => {
    fc.assert(
      fc.property(fc.array(anyOpportunity, { minLength: 1 }), (all) => {
        const { prevents } = relapseOf(countsOf(all))
        expect(relapseOf(countsOf([...all].reverse())).prevents).toBeCloseTo(prevents, 6)
        const less = withOpportunity(countsOf(all), all[0]!, -1)
        expect(relapseOf(less).shown).toEqual(relapseOf(countsOf(all.slice(1))).shown)
      }),
    )
  })

  it('of several lessons add up', () => {
    const total = plus(cells(3, 1, 2, 1), { 0.5: [1, 0, 1, 1], 0.1: [9, 0, 1, 0] })
    expect(total).toEqual({ 0.5: [4, 1, 3, 2], 0.1: [9, 0, 1, 0] })
    expect(relapseOf(total)).toMatchObject({
      shown: { opportunities: 13, relapses: 1 },
      withheld: { opportunities: 4, relapses: 2 },
    })
  })
})
