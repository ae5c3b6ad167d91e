import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import { BAYES } from './bayes-policy.ts'
import { type GroupSums, groupOf, groupPriors, memberOf, regrouped } from './group-prior.ts'
import { updated } from './posterior.ts'
import { firstRecord } from './posterior-record.ts'

const { pattern } = worldOf([sighting({})]).pattern('p1')!
const NO_LOG = { help: 0, neutral: 0, harm: 0 }

function recordOf(group: string, help: number) {
  return { ...firstRecord(group, 0), observations: 1, evidence: { ...NO_LOG, help } }
}

/** So many patterns of some groups, all with the same evidence for help. */
function withMany(sums: GroupSums, count: number, group: string, help: number): GroupSums {
  const record = recordOf(group, help)
  return Array.from({ length: count }).reduce<GroupSums>((known) => regrouped(known, undefined, memberOf(record)), sums)
}

describe('the groups of a pattern', () => {
  const of = (more: object) => groupOf({ ...pattern, ...more }).split(' · ')

  it('are days, citation and origin; its kind; who learned it; its place and its label', () => {
    expect(of({ days: ['d1'] })[0]).toBe('1 bare internal')
    expect(of({ days: ['d1', 'd2', 'd3', 'd4'], citation: { file: 'a.ts' } })[0]).toBe('3+ cited internal')
    const whole = of({ files: ['src/auth/a.ts', 'src/db/b.ts'], labels: ['login'], role: 'builder' })
    expect(whole.map((each) => each.replace(/\d+$/, 'n'))).toEqual([
      '1 bare internal',
      `${pattern.category} ${pattern.polarity}`,
      'role n',
      'place n',
      'label n',
    ])
  })

  it('do not depend on the order of files, and there are at most 32 of a sort', () => {
    expect(of({ files: ['b/c/x.ts', 'a/c/y.ts'] })).toEqual(of({ files: ['a/c/y.ts', 'b/c/x.ts'] }))
    const labels = Array.from({ length: 500 }, (_, at) => of({ labels: [`label ${at}`] }).at(-1))
    expect(new Set(labels).size).toBe(32)
  })
})

describe('the prior of a pattern', () => {
  it('is the documented prior without observations', () => {
    const { help, neutral, harm } = groupPriors({})('g')
    expect([help, neutral, harm].map((p) => p.toFixed(6))).toEqual(['0.380000', '0.440000', '0.180000'])
  })

  it('is 0.4813 for help after six patterns with evidence of 2 for it', () => {
    const six = withMany({}, 6, 'g', 2)
    const all = (6 * updated(BAYES.prior, { ...NO_LOG, help: 2 }).help + 20 * 0.38) / 26
    expect(all).toBeCloseTo(0.4813, 4)
    expect(groupPriors(six)('unknown').help).toBeCloseTo(all, 9)
    expect(groupPriors(six)('g').help).toBeCloseTo(all, 9)
  })

  it('does not depend on what was asked before', () => {
    const [good, bad] = ['g · place 1', 'g · place 2']
    const sums = withMany(withMany({}, 5, good, 2), 4, bad, -2)
    const asked = [good, bad].flatMap((group) =>
      [undefined, ...[good, bad].flatMap((own) => [2, -2].map((help) => memberOf(recordOf(own, help))))].map(
        (itself) => [group, itself] as const,
      ),
    )
    const alone = asked.map(([group, itself]) => groupPriors(sums)(group, itself))
    for (const order of [asked, [...asked].reverse()]) {
      const prior = groupPriors(sums)
      for (const [group, itself] of order)
        expect(prior(group, itself)).toEqual(alone[asked.findIndex((one) => one[0] === group && one[1] === itself)])
    }
    expect(new Set(alone.map(({ help }) => help)).size).toBeGreaterThan(6)
  })

  it('is the share of labels, where each of many patterns has one', () => {
    const labelled = withMany(withMany({}, 800, 'g', -1.65), 200, 'g', 1.65)
    expect(groupPriors(labelled)('g').help).toBeGreaterThan(0.19)
    expect(groupPriors(labelled)('g').help).toBeLessThan(0.25)
  })

  it('tells kinds, sources and places apart as far as they have patterns', () => {
    const both = withMany(withMany({}, 40, 'good', 2), 40, 'bad', -2)
    const [good, middle, bad] = ['good', 'unknown', 'bad'].map((group) => groupPriors(both)(group).help)
    expect(good).toBeGreaterThan(middle! + 0.15)
    expect(bad).toBeLessThan(middle! - 0.15)
    const few = withMany(withMany({}, 40, 'bad', -2), 2, 'good', 2)
    expect(groupPriors(few)('good').help - groupPriors(few)('unknown').help).toBeCloseTo(0.1964, 4)
    expect(good! - middle!).toBeCloseTo(0.2531, 4)
  })

  it('leaves the pattern itself out of every mean, so that its evidence counts once', () => {
    const record = { ...firstRecord('g · h', 0), observations: 1, evidence: { ...NO_LOG, help: 2 } }
    const others = withMany(withMany({}, 5, 'g', -1), 3, 'h', 1)
    const all = regrouped(others, undefined, memberOf(record))
    const without = groupPriors(all)('g · h', memberOf(record)).help
    expect(without).toBeCloseTo(groupPriors(others)('g · h').help, 2)
    expect(groupPriors(all)('g · h').help).toBeGreaterThan(without + 0.03)
    const alone = regrouped({}, undefined, memberOf(record))
    expect(groupPriors(alone)('g · h', memberOf(record)).help).toBeCloseTo(BAYES.prior.help, 9)
  })

  it('does not drift when uninformative patterns are added', () => {
    expect(groupPriors(withMany({}, 200, 'g', 0))('g').help).toBeCloseTo(BAYES.prior.help, 9)
    expect(memberOf(firstRecord('g', 0))).toBeUndefined()
  })

  it('adds up to 1, and returns to its value when a pattern is removed again', () => {
    const evidence = fc.record({ help: fc.double({ min: -9, max: 9, noNaN: true }) })
    fc.assert(
      fc.property(evidence, evidence, (a, b) => {
        const member = (group: string, { help }: { help: number }) =>
          memberOf({ ...firstRecord(group, 0), observations: 1, evidence: { ...NO_LOG, help } })
        const one = regrouped({}, undefined, member('g · h', a))
        const { help, neutral, harm } = groupPriors(one)('g · h')
        expect(help + neutral + harm).toBeCloseTo(1, 9)
        const moved = regrouped(one, member('g · h', a), member('h', b))
        expect(regrouped(moved, member('h', b), undefined)).toEqual({})
      }),
    )
  })
})
