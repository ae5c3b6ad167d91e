import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniform } from './holdout.ts'
import { evidenceAbove, evidenceBelow } from './statistics.ts'
import { isTrial, NO_TRIALS, type Trial, UPLIFT, type UpliftSums, upliftOf, withTrial } from './uplift.ts'

const shown: Trial = { success: true, expected: 0.5, share: 0.1, shown: 1, withheld: 0 }
const withheld: Trial = { ...shown, shown: 0, withheld: 1 }
const sumsOf = (...trials: Trial[]) =>
  trials.reduce<UpliftSums>((sums, trial) => withTrial(sums, trial), NO_TRIALS)
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
          const gain = (success: boolean) =>
            withTrial(NO_TRIALS, { ...line, success, expected, share: held }).gain
          return p * gain(true) + (1 - p) * gain(false)
        }
        const gain =
          (1 - held) * mean({ shown: 1, withheld: 0 }, ifShown) +
          held * mean({ shown: 0, withheld: 1 }, ifWithheld)
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
  it('is unknown at first, and takes about 3,640 runs where one in ten is withheld', () => {
    expect(upliftOf(NO_TRIALS, 0.1)).toMatchObject({
      runs: 0,
      low: -1,
      high: 1,
      helps: 1,
      harms: 1,
      verdict: 'unknown',
      moreRuns: 3_640,
    })
    expect(upliftOf(NO_TRIALS, 0.1).estimate).toBeUndefined()
  })

  it('has no estimate until something was shown and something withheld', () => {
    expect(upliftOf(sumsOf(...times(9, shown)), 0.1).estimate).toBeUndefined()
    expect(upliftOf(sumsOf(...times(9, shown), withheld), 0.1).estimate).toBeCloseTo(0, 9)
  })

  it('gives no number of missing runs if nothing is withheld any more', () => {
    expect(upliftOf(NO_TRIALS, 0)).not.toHaveProperty('moreRuns')
  })

  it('reports that patterns help, harm, or make no relevant difference', () => {
    const even = { ...shown, share: 0.5 }
    const bare = { ...even, shown: 0, withheld: 1 }
    const lost = { success: false }
    const helped = sumsOf(...times(100, even), ...times(100, { ...bare, ...lost }))
    expect(upliftOf(helped, 0.5)).toMatchObject({ estimate: 1, verdict: 'helps' })
    const harmed = sumsOf(...times(100, { ...even, ...lost }), ...times(100, bare))
    expect(upliftOf(harmed, 0.5)).toMatchObject({ estimate: -1, verdict: 'harms' })
    const same = sumsOf(
      ...times(2_000, even),
      ...times(2_000, { ...even, ...lost }),
      ...times(2_000, bare),
      ...times(2_000, { ...bare, ...lost }),
    )
    expect(upliftOf(same, 0.5)).toMatchObject({ estimate: 0, verdict: 'no difference' })
  })

  it('asks for fewer runs as they come in', () => {
    const some = [shown, { ...shown, success: false }, withheld, { ...withheld, success: false }]
    const missing = (count: number) =>
      upliftOf(sumsOf(...times(count, some[0]!), ...times(count, some[1]!), some[2]!, some[3]!), 0.1)
        .moreRuns!
    expect(missing(90)).toBeLessThan(missing(9))
  })

  it('asks for fewer runs only if the difference exceeds its error', () => {
    const even = { ...shown, share: 0.5 }
    const bare = { ...even, shown: 0, withheld: 1 }
    const missing = (won: number) =>
      upliftOf(
        sumsOf(
          ...times(won, even),
          ...times(20 - won, { ...even, success: false }),
          ...times(20 - won, bare),
          ...times(won, { ...bare, success: false }),
        ),
        0.5,
      ).moreRuns!
    expect(missing(11) / missing(10)).toBeCloseTo(1, 1)
    expect(missing(14)).toBeLessThan(missing(10))
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
    const { estimate, verdict } = upliftOf(sums, 0.1)
    expect(verdict).toBe('helps')
    expect(estimate).toBeGreaterThan(0.15)
    expect(estimate).toBeLessThan(0.35)
  })
})
