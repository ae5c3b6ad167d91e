import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPosterior } from '../../../test/worlds/any-posterior.ts'
import { BAYES } from './bayes-policy.ts'
import { type GroupSums, groupOf, groupPrior, memberOf, regrouped } from './group-prior.ts'

const PROVEN = { help: 0.8, neutral: 0.15, harm: 0.05 }

describe('the group of a pattern', () => {
  it('depends on days, on whether it cites code, and on where it came from', () => {
    const of = (days: string[], more = {}) => groupOf({ days, trust: 'internal', ...more })
    expect(of(['d1'])).toBe('1 bare internal')
    expect(of(['d1', 'd2', 'd3', 'd4'], { citation: { file: 'a.ts' } })).toBe('3+ cited internal')
    expect(of(['d1', 'd2'], { trust: 'corroborated' })).toBe('2 bare corroborated')
  })
})

describe('the prior of a group', () => {
  const six = Array.from({ length: 6 }).reduce<GroupSums>(
    (sums) => regrouped(sums, undefined, { group: 'g', posterior: PROVEN }),
    {},
  )

  it('is the documented prior without observations', () => {
    const { help, neutral, harm } = groupPrior('g', {})
    expect([help, neutral, harm].map((p) => p.toFixed(6))).toEqual(['0.350000', '0.500000', '0.150000'])
  })

  it('is 0.6875 for help with six patterns at 0.8', () => {
    expect(groupPrior('g', six).help).toBeCloseTo(0.6875, 9)
  })

  it('is the mean of all groups for a group without patterns', () => {
    expect(groupPrior('other', six).help).toBeCloseTo(0.575, 9)
  })

  it('does not drift when uninformative patterns are added', () => {
    const silent = { evidence: { help: 0, neutral: 0, harm: 0 }, group: 'g', observations: 1 }
    const many = Array.from({ length: 200 }).reduce<GroupSums>(
      (sums) => regrouped(sums, undefined, memberOf(silent)),
      {},
    )
    expect(groupPrior('g', many).help).toBeCloseTo(BAYES.prior.help, 9)
    expect(memberOf({ ...silent, observations: 0 })).toBeUndefined()
  })

  it('adds up to 1, and returns to its value when a pattern is removed again', () => {
    fc.assert(
      fc.property(anyPosterior, anyPosterior, (a, b) => {
        const one = regrouped({}, undefined, { group: 'g', posterior: a })
        const { help, neutral, harm } = groupPrior('g', one)
        expect(help + neutral + harm).toBeCloseTo(1, 9)
        const moved = regrouped(one, { group: 'g', posterior: a }, { group: 'h', posterior: b })
        expect(regrouped(moved, { group: 'h', posterior: b }, undefined)).toEqual({})
        expect(BAYES.groupPseudoCounts).toBe(6)
      }),
    )
  })
})
