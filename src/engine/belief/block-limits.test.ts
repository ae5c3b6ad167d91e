import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BAYES } from './bayes-policy.ts'
import { type Choice, isProven, limitBlock } from './selection.ts'

const line = (id: string, value: number, more: Partial<Choice> = {}): Choice => ({
  id,
  value,
  density: value / 5,
  tokens: 25,
  deviation: 0,
  ...more,
})
const unproven = (id: string, value = 0.0925): Choice => line(id, value, { deviation: 0.3056 })
const ids = (choices: readonly Choice[]) => choices.map(({ id }) => id)

const anyLine = fc.record({
  value: fc.double({ min: -0.3, max: 0.5, noNaN: true }),
  deviation: fc.double({ min: 0, max: 0.5, noNaN: true }),
  isFromOutside: fc.boolean(),
  isPromoted: fc.boolean(),
})
const anyLines = fc
  .array(anyLine, { maxLength: 30 })
  .map((some) => some.map(({ value, ...more }, n) => line(`p${n}`, value, more)))

describe('a line is proven', () => {
  it('if it is worth showing at 0.35 standard deviations below what is expected', () => {
    expect(isProven(unproven('prior'))).toBe(false)
    expect(isProven(unproven('known', 0.12))).toBe(true)
  })

  it('if a person promoted it', () => {
    expect(isProven({ ...unproven('prior'), isPromoted: true })).toBe(true)
  })

  it('no less the more is known of it', () => {
    fc.assert(
      fc.property(anyLine, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) => {
        const surer = { ...one, deviation: one.deviation * share }
        expect(isProven(surer) || !isProven(one)).toBe(true)
      }),
    )
  })
})

describe('the lines that keep company', () => {
  it('are two of three that are not proven, the best', () => {
    const { together, left } = limitBlock([unproven('c', 0.07), unproven('a'), unproven('b', 0.08)])
    expect(ids(together)).toEqual(['a', 'b'])
    expect([...left]).toEqual([['c', 'unproven']])
  })

  it('are of two sources where they are not proven, as long as there are two', () => {
    const swarm = ['a', 'b', 'c'].map((id, n) => ({ ...unproven(id, 0.0925 - n / 1_000), source: 'one run' }))
    expect(ids(limitBlock([...swarm, unproven('other', 0.05)]).together)).toEqual(['a', 'other'])
    expect(ids(limitBlock(swarm).together)).toEqual(['a', 'b'])
  })

  it('are as many proven ones as are worth 0.01 for each line before them', () => {
    const { together, left } = limitBlock([0.04, 0.03, 0.03, 0.02].map((value, n) => line(`p${n}`, value)))
    expect(ids(together)).toEqual(['p0', 'p1', 'p2'])
    expect([...left]).toEqual([['p3', 'cap']])
  })

  it('leave out what began outside until it is proven or promoted', () => {
    const outside = { isFromOutside: true }
    const known = line('known', 0.2, outside)
    const vouched = { ...unproven('vouched'), ...outside, isPromoted: true }
    const heard = { ...unproven('heard'), ...outside }
    const { together, strangers, left } = limitBlock([known, vouched, heard])
    expect([ids(together), ids(strangers)]).toEqual([['known', 'vouched'], ['heard']])
    expect(left.get('heard')).toBe('unproven')
  })

  it('never hold more than two unproven lines, one from outside without proof, or one worth nothing', () => {
    fc.assert(
      fc.property(anyLines, (choices) => {
        const { together, left } = limitBlock(choices)
        const weak = together.filter((one) => !isProven(one))
        expect(weak.length).toBeLessThanOrEqual(BAYES.mostUnproven)
        expect(weak.filter(({ isFromOutside }) => isFromOutside)).toEqual([])
        for (const { value } of together) expect(value).toBeGreaterThan(0)
        expect(together.length + left.size).toBe(choices.filter(({ value }) => value > 0).length)
      }),
    )
  })

  it('lose none by learning more of it, all else being equal', () => {
    fc.assert(
      fc.property(anyLines, fc.nat(), (choices, at) => {
        const one = choices[at % Math.max(1, choices.length)]
        if (one === undefined) return
        const surer = choices.map((each) => (each === one ? { ...each, deviation: 0 } : each))
        const isIn = (some: readonly Choice[]) => ids(limitBlock(some).together).includes(one.id)
        expect(isIn(surer) || !isIn(choices)).toBe(true)
      }),
    )
  })
})
