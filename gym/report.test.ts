import { describe, expect, it } from 'vitest'
import kept from '../bench/results/gym.json' with { type: 'json' }
import { gymPage } from '../scripts/docs/gym-page.ts'
import { barsOf, floorsOf, LAW, nearMisses, undecided } from './bars.ts'
import { estimate } from './interval.ts'
import { type Played, reportOf } from './report.ts'
import { BadRequest, FURTHER, readRequest } from './request.ts'
import { barLines, tableOf } from './table.ts'

const SCORED = {
  success: 0.5,
  lines: 2,
  precision: 0.5,
  hurt: 0.1,
  poison: 0,
  reRaised: 0,
  trust: undefined,
  forget: undefined,
  calibration: undefined,
}

function played(policy: Played['policy'], ...chances: readonly number[]): Played[] {
  return chances.map((chance, seed) => ({ variant: 'base', policy, seed, scored: { ...SCORED, chance } }))
}

const ALL = [
  ...played('none', 0.5, 0.4, 0.6),
  ...played('maturity', 0.5, 0.41, 0.6),
  ...played('pattern loop', 0.52, 0.42, 0.62),
  ...played('bayes', 0.58, 0.47, 0.67),
  ...played('oracle', 0.7, 0.6, 0.8),
]

describe('the report', () => {
  it('gives a mean of worlds and its interval', () => {
    const { mean, low, high } = estimate([1, 2, 3])!
    expect([mean, low, high].map((value) => value.toFixed(3))).toEqual(['2.000', '-0.484', '4.484'])
    expect(estimate([])).toBeUndefined()
  })

  it('compares policies world by world, in points', () => {
    const [base] = reportOf(ALL)
    const bayes = base!.rows.find(({ policy }) => policy === 'bayes')!
    expect(bayes.uplift?.mean).toBeCloseTo(7.333, 3)
    expect(bayes.regret?.mean).toBeCloseTo(12.667, 3)
    expect(base!.bestSource).toBe('pattern loop')
    expect(base!.over?.bayes?.mean).toBeCloseTo(5.333, 3)
  })

  it('judges the bars by the lower end, and says which is missed', () => {
    const bars = barsOf(reportOf(ALL))
    expect(bars.map(({ met }) => met)).toEqual([true, true, true])
    const missed = barsOf(reportOf([...ALL, ...played('bayes', 0.52, 0.4, 0.62)]))
    expect(barLines(missed)[0]).toMatch(/^MISSED {2}bayes above the best documented formula \(pattern loop\)/)
  })

  it('asks more worlds where these cannot tell, and judges by those alone', () => {
    const open = reportOf([...played('none', 0.5, 0.4, 0.6), ...played('bayes', 0.6, 0.39, 0.61)])
    expect(undecided(open)).toEqual(['base'])
    expect(barsOf(open).map(({ met }) => met)).toEqual([false, true])

    const good = reportOf([...played('none', 0.5, 0.4, 0.6), ...played('bayes', 0.52, 0.42, 0.63)])
    const bad = reportOf([...played('none', 0.5, 0.4, 0.6), ...played('bayes', 0.48, 0.38, 0.57)])
    expect(barsOf(open, good)).toMatchObject([
      { bar: 'bayes above no memory, base, in 3 further worlds', met: true },
      { bar: 'false positives raised again in 100 runs, base', met: true },
    ])
    expect(barsOf(open, bad).map(({ met }) => met)).toEqual([false, true])
    expect([undecided(good), undecided(bad)]).toEqual([[], []])
  })

  it('misses a bar where it falls below an earlier law, world by world', () => {
    const floors = floorsOf({ reports: reportOf(ALL) })
    const below = (...chances: readonly number[]) =>
      barsOf(reportOf([...played('none', 0.5, 0.4, 0.6), ...played('bayes', ...chances)]), [], floors).find(({ bar }) =>
        bar.startsWith('bayes not below'),
      )
    expect(below(0.58, 0.47, 0.67)).toMatchObject({ met: true, measured: 0 })
    expect(below(0.57, 0.48, 0.67)).toMatchObject({ met: true })
    expect(below(0.55, 0.44, 0.641)).toMatchObject({ met: false })
    expect(barLines([below(0.55, 0.44, 0.641)!])[0]).toMatch(/^MISSED .*base: upper end -2\.\d, at least 0\.0$/)
  })

  it('compares with an earlier law by both intervals if its worlds were not kept, and carries its floors on', () => {
    const floors = { base: { mean: 9, low: 8, high: 10, n: 30 } }
    const bars = barsOf(reportOf(ALL), [], floorsOf({ floors, reports: [] }))
    const { measured, met } = bars.find(({ bar }) => bar.startsWith('bayes not below'))!
    expect([measured.toFixed(3), met]).toEqual(['0.082', true])
  })

  it('misses a bar where more than 60 of what was dismissed comes again in 100 runs', () => {
    const again = played('bayes', 0.6).map((one) => ({ ...one, scored: { ...one.scored, reRaised: 61 } }))
    const bars = barsOf(reportOf(again))
    expect(barLines(bars)).toEqual([
      'MISSED  false positives raised again in 100 runs, base: measured +61.0, at most +60.0',
    ])
  })

  it('judges what is said of single lessons', () => {
    const bins = [{ lessons: 10, probability: 9, helpful: 8 }]
    const share = (of: number, all: number) => ({ of, all })
    const judged = {
      bins,
      proven: share(9, 10),
      warnings: share(7, 10),
      helpful: { all: 2, of: 1 },
      noEffect: share(1, 10),
    }
    const [first] = played('bayes', 0.5)
    const reports = reportOf([{ ...first!, scored: { ...first!.scored, judged } }])
    const { error, byChance } = reports[0]!.rows[0]!.judged!
    // Ten lessons of 90% each: 9 help on average, and by chance 0.76 more or fewer.
    expect([error, byChance?.toFixed(4)]).toEqual([0.1, '0.0757'])
    const bars = barsOf(reports)
    expect(bars.map(({ measured, met }) => [Math.round(measured), met])).toEqual([
      [0, true],
      [90, true],
      [70, false],
      [90, false],
      [90, false],
    ])
  })

  it('judges the probability of lessons by further worlds where chance alone could be the miss', () => {
    const judgedAt = (lessons: number, helpful: number, worlds: number) => {
      const bins = [{ lessons, probability: 0.4 * lessons, helpful }]
      const none = { all: 0, of: 0 }
      const judged = { bins, proven: none, warnings: none, noEffect: none, helpful: none }
      const chances = Array.from({ length: worlds }, () => 0.5)
      return reportOf(
        played('bayes', ...chances).map((one) => ({ ...one, scored: { ...SCORED, chance: 0.5, judged } })),
      )
    }
    const each = (...all: Parameters<typeof barsOf>) =>
      barsOf(...all).find(({ bar }) => bar.startsWith('probability of each lesson'))
    const [near, far, right] = [judgedAt(100, 46, 2), judgedAt(100, 52, 2), judgedAt(1000, 410, 3)]
    expect([nearMisses(near), nearMisses(far), nearMisses(right)]).toEqual([['base'], [], []])
    expect(each(near)).toMatchObject({ met: false })
    expect(each(near, right)).toMatchObject({
      bar: 'probability of each lesson right within, in %, base, in 3 further worlds',
      met: true,
    })
    expect(each(near, judgedAt(1000, 410, 1)), 'by fewer worlds than before').toMatchObject({ met: false })
    expect(each(far, right), 'more than chance').toMatchObject({ met: false })
  })

  it('says on its page if the kept figures are of another law than this one', () => {
    const isOfThis = (kept as { law?: string }).law === LAW
    expect(gymPage('').includes('of an earlier law')).toBe(!isOfThis)
  })

  it('prints a line for each policy', () => {
    const lines = tableOf(reportOf(ALL)[0]!)
    expect(lines.filter((line) => /^(none|maturity|pattern loop|bayes|oracle) {2}/.test(line))).toHaveLength(5)
  })
})

describe('what is asked of the gym', () => {
  it('is everything on the worlds for the report, unless something is named', () => {
    const whole = readRequest([])
    expect(whole).toMatchObject({ isWhole: true, check: false })
    expect(whole !== 'help' && whole.seeds.length).toBe(30)
    expect(readRequest(['--policy', 'bayes'])).toMatchObject({ policies: ['bayes'], isWhole: false })
  })

  it('never reports the worlds that settings are tuned on', () => {
    const [tuned, reported] = [readRequest(['--tune']), readRequest([])]
    if (tuned === 'help' || reported === 'help') throw new Error('no help was asked for')
    expect(tuned.seeds.some((seed) => [...reported.seeds, ...FURTHER].includes(seed))).toBe(false)
    expect(reported.seeds.some((seed) => FURTHER.includes(seed))).toBe(false)
    expect(tuned.isWhole).toBe(false)
  })

  it('is refused with the names that there are', () => {
    expect(() => readRequest(['--variant', 'bas'])).toThrow(BadRequest)
    expect(() => readRequest(['--seeds', 'all'])).toThrow("'all' is neither a number nor a range")
    expect(() => readRequest(['--processes', '0'])).toThrow("processes: '0' is no whole number from 1")
  })
})
