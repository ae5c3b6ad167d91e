import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniform } from './holdout.ts'
import { evidenceAbove, evidenceBelow } from './statistics.ts'
import {
  compareFigure,
  type DrawnFigure,
  isTrial,
  NO_TRIALS,
  type Trial,
  UPLIFT,
  type UpliftSums,
  upliftOf,
  withTrial,
} from './uplift.ts'

const shown: Trial = { success: true, expected: 0.5, share: 0.1, shown: 1, withheld: 0 }
const withheld: Trial = { ...shown, shown: 0, withheld: 1 }
const sumsOf = (...trials: Trial[]) => trials.reduce<UpliftSums>((sums, trial) => withTrial(sums, trial), NO_TRIALS)
const times = (count: number, trial: Trial) => Array.from({ length: count }, () => trial)

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const anyTrial = fc.record({
  success: fc.boolean(),
  expected: fc.double({ min: 0, max: 1, noNaN: true }),
  share,
  shown: fc.integer({ min: 0, max: 20 }),
  withheld: fc.integer({ min: 1, max: 20 }),
})

describe('the contribution of a run', () => {
  it('is -0.5 for a withheld pattern and 0.0556 for a shown one, at a scale of 0.1', () => {
    expect(withTrial(NO_TRIALS, withheld)).toMatchObject({ gain: -0.5, scale: 0.1, runs: 1 })
    expect(withTrial(NO_TRIALS, shown).gain).toBeCloseTo(0.0556, 4)
  })

  it('is on average the effect of showing, whatever outcome was expected', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, chance, chance, chance, (held, expected, ifShown, ifWithheld) => {
        const mean = (line: { shown: number; withheld: number }, p: number) => {
          const gain = (success: boolean) => withTrial(NO_TRIALS, { ...line, success, expected, share: held }).gain
          return p * gain(true) + (1 - p) * gain(false)
        }
        const gain =
          (1 - held) * mean({ shown: 1, withheld: 0 }, ifShown) + held * mean({ shown: 0, withheld: 1 }, ifWithheld)
        expect(gain / Math.min(held, 1 - held)).toBeCloseTo(ifShown - ifWithheld, 9)
      }),
    )
  })

  it('is at most 1, and the mean for several patterns', () => {
    fc.assert(
      fc.property(anyTrial, (trial) => {
        expect(Math.abs(withTrial(NO_TRIALS, trial).gain)).toBeLessThanOrEqual(1)
      }),
    )
    const both = { ...shown, withheld: 1 }
    expect(withTrial(NO_TRIALS, both).gain).toBeCloseTo((0.5 / 9 - 0.5) / 2, 9)
  })

  it('is zero without a random draw', () => {
    expect(isTrial(shown)).toBe(true)
    expect(isTrial({ ...shown, share: 0 })).toBe(false)
    expect(isTrial({ ...shown, share: 1 })).toBe(false)
    expect(isTrial({ ...shown, shown: 0 })).toBe(false)
  })
})

describe('the sums of runs', () => {
  it('do not depend on the order of runs, and return to their value when a run is removed', () => {
    fc.assert(
      fc.property(fc.array(anyTrial, { maxLength: 20 }), anyTrial, (trials, other) => {
        const straight = sumsOf(...trials)
        const turned = withTrial(sumsOf(other, ...[...trials].reverse()), other, -1)
        expect(turned.runs).toBe(straight.runs)
        expect(turned.withheld).toEqual(straight.withheld)
        expect(turned.gain).toBeCloseTo(straight.gain, 9)
        expect(turned.squares).toBeCloseTo(straight.squares, 9)
      }),
    )
  })
})

describe('uplift', () => {
  it('is unknown at first', () => {
    expect(upliftOf(NO_TRIALS)).toMatchObject({
      runs: 0,
      low: -1,
      high: 1,
      helps: 1,
      harms: 1,
      verdict: 'unknown',
    })
    expect(upliftOf(NO_TRIALS).estimate).toBeUndefined()
  })

  it('has no estimate until something was shown and something withheld', () => {
    expect(upliftOf(sumsOf(...times(9, shown))).estimate).toBeUndefined()
    expect(upliftOf(sumsOf(...times(9, shown), withheld)).estimate).toBeCloseTo(0, 9)
  })

  it('reports that patterns help, harm, or make no relevant difference', () => {
    const even = { ...shown, share: 0.5 }
    const bare = { ...even, shown: 0, withheld: 1 }
    const lost = { success: false }
    const helped = sumsOf(...times(100, even), ...times(100, { ...bare, ...lost }))
    expect(upliftOf(helped)).toMatchObject({ estimate: 1, verdict: 'helps' })
    const harmed = sumsOf(...times(100, { ...even, ...lost }), ...times(100, bare))
    expect(upliftOf(harmed)).toMatchObject({ estimate: -1, verdict: 'harms' })
    const same = sumsOf(
      ...times(2_000, even),
      ...times(2_000, { ...even, ...lost }),
      ...times(2_000, bare),
      ...times(2_000, { ...bare, ...lost }),
    )
    expect(upliftOf(same)).toMatchObject({ estimate: 0, verdict: 'no difference' })
  })
})

/** Runs of two contexts, hard and easy, in which a line that was withheld at random changes the odds by `effect`. */
function* world(seed: string, effect: number): Generator<Trial> {
  let known = { hard: { runs: 2, won: 1 }, easy: { runs: 2, won: 1 } }
  for (let n = 0; ; n++) {
    const dice = (about: string) => uniform(`${seed} ${n} ${about}`)
    const context = dice('context') < 0.5 ? 'hard' : 'easy'
    const isShown = dice('draw') >= 0.1
    const chance = { hard: 0.3, easy: 0.7 }[context] + (isShown ? effect : 0)
    const success = dice('end') < chance
    const { runs, won } = known[context]
    yield { success, expected: won / runs, share: 0.1, shown: isShown ? 1 : 0, withheld: isShown ? 0 : 1 }
    known = { ...known, [context]: { runs: runs + 1, won: won + (success ? 1 : 0) } }
  }
}

/** Looks after every run, and tells whether the truth was ever outside of the interval. */
function everMissed(seed: string, effect: number, runs: number): boolean {
  const bar = 2 / UPLIFT.miss
  let sums = NO_TRIALS
  for (const trial of world(seed, effect)) {
    sums = withTrial(sums, trial)
    if (evidenceAbove(sums, effect) >= bar || evidenceBelow(sums, effect) >= bar) return true
    if (sums.runs >= runs) return false
  }
  return false
}

describe('looking after every run', () => {
  it.each([0, 0.2, -0.2])('misses a difference of %d in at most 1 of 20 worlds', (effect) => {
    const worlds = Array.from({ length: 200 }, (_, n) => `world ${n}`)
    const missed = worlds.filter((seed) => everMissed(seed, effect, 400))
    expect(missed.length).toBeLessThanOrEqual(10)
  })

  it('finds a difference of 0.25 in the end', () => {
    let sums = NO_TRIALS
    for (const trial of world('one', 0.25)) {
      sums = withTrial(sums, trial)
      if (sums.runs === 3_000) break
    }
    const { estimate, verdict } = upliftOf(sums)
    expect(verdict).toBe('helps')
    expect(estimate).toBeGreaterThan(0.15)
    expect(estimate).toBeLessThan(0.35)
  })
})

/** Sessions from which something is withheld with one of three probabilities; where much could be withheld the work is harder, and being shown everything changes the figure by `effect`. */
function figures(seed: string, effect: number, count: number): DrawnFigure[] {
  return Array.from({ length: count }, (_, n) => {
    const dice = (about: string) => uniform(`${seed} ${n} ${about}`)
    const share = [0.1, 0.4, 0.7][Math.floor(dice('share') * 3)]!
    const isHeld = dice('draw') < share
    const alone = 1 + 4 * share + 2 * dice('luck')
    return { value: Math.max(0, alone + (isHeld ? 0 : effect)), isHeld, share }
  })
}

describe('a figure of sessions', () => {
  it('is compared by its weighted means, and has no difference until there are both sorts', () => {
    const [held, seen] = [
      { value: 3, isHeld: true, share: 0.5 },
      { value: 1, isHeld: false, share: 0.5 },
    ]
    expect(compareFigure([seen, seen, held, held], { most: 5 })).toMatchObject({
      shown: { sessions: 2, mean: 1 },
      withheld: { sessions: 2, mean: 3 },
      difference: -2,
    })
    expect(compareFigure([seen, seen], { most: 5 }).difference).toBeUndefined()
    expect(compareFigure([{ ...held, share: 0 }], { most: 5 }).withheld.sessions).toBe(0)
  })

  it('counts what exceeds the most as the most', () => {
    const sessions = [
      { value: 900, isHeld: true, share: 0.5 },
      { value: 2, isHeld: false, share: 0.5 },
    ]
    expect(compareFigure(sessions, { most: 5 }).difference).toBe(-3)
  })

  it('sees no difference where sessions without are only the harder ones', () => {
    const { shown, withheld, difference } = compareFigure(figures('hard', 0, 4_000), { most: 6 })
    expect(Math.abs(difference!)).toBeLessThan(0.1)
    expect([shown.mean, withheld.mean]).toEqual([expect.closeTo(3.6, 0), expect.closeTo(3.6, 0)])
  })

  it.each([0, -1, 1])('holds a true difference of %d at every look, but in 1 of 20 histories', (effect) => {
    const missed = Array.from({ length: 100 }, (_, world) => {
      const sessions = figures(`world ${world}`, effect, 120)
      return sessions.some((_, at) => {
        const { low, high } = compareFigure(sessions.slice(0, at + 1), { most: 8 })
        return low > effect || high < effect
      })
    }).filter(Boolean)
    expect(missed.length).toBeLessThanOrEqual(5)
  })

  it('finds a true difference within a few hundred sessions', () => {
    expect(compareFigure(figures('found', -1.5, 300), { most: 8 }).high).toBeLessThan(0)
    expect(compareFigure(figures('found', 1.5, 300), { most: 8 }).low).toBeGreaterThan(0)
  })
})
