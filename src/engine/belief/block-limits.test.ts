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

describe('a pattern is proven', () => {
  it('if it is worth showing at 0.35 standard deviations below its expected value', () => {
    expect(isProven(unproven('prior'))).toBe(false)
    expect(isProven(unproven('known', 0.12))).toBe(true)
  })

  it('if a person promoted it', () => {
    expect(isProven({ ...unproven('prior'), isPromoted: true })).toBe(true)
  })

  it('and stays proven when it becomes more certain', () => {
    fc.assert(
      fc.property(anyLine, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) => {
        const surer = { ...one, deviation: one.deviation * share }
        expect(isProven(surer) || !isProven(one)).toBe(true)
      }),
    )
  })
})

describe('the patterns that one block may contain', () => {
  it('are the best two of three unproven ones', () => {
    const { together, left } = limitBlock([unproven('c', 0.07), unproven('a'), unproven('b', 0.08)])
    expect(ids(together)).toEqual(['a', 'b'])
    expect([...left]).toEqual([['c', 'unproven']])
  })

  it('include unproven ones of two sources if there are two', () => {
    const swarm = ['a', 'b', 'c'].map((id, n) => ({ ...unproven(id, 0.0925 - n / 1_000), source: 'one run' }))
    expect(ids(limitBlock([...swarm, unproven('other', 0.05)]).together)).toEqual(['a', 'other'])
    expect(ids(limitBlock(swarm).together)).toEqual(['a', 'b'])
  })

  it('are the proven ones worth 0.01 for each pattern before them', () => {
    const { together, left } = limitBlock([0.04, 0.03, 0.03, 0.02].map((value, n) => line(`p${n}`, value)))
    expect(ids(together)).toEqual(['p0', 'p1', 'p2'])
    expect([...left]).toEqual([['p3', 'cap']])
  })

  it('leave out text from outside until it is proven or promoted', () => {
    const outside = { isFromOutside: true }
    const known = line('known', 0.2, outside)
    const vouched = { ...unproven('vouched'), ...outside, isPromoted: true }
    const heard = { ...unproven('heard'), ...outside }
    const { together, strangers, left } = limitBlock([known, vouched, heard])
    expect([ids(together), ids(strangers)]).toEqual([['known', 'vouched'], ['heard']])
    expect(left.get('heard')).toBe('unproven')
  })

  it('never include a third unproven pattern, an unproven one from outside, or one without value', () => {
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

  it('lose none when a pattern becomes more certain', () => {
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
