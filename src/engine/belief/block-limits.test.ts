import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Choice, isProven, limitBlock as limited, unprovenIn } from './selection.ts'

const line = (id: string, value: number, more: Partial<Choice> = {}): Choice => ({
  id,
  value,
  tokens: 25,
  deviation: 0,
  ...more,
})
const unproven = (id: string, value = 0.0982): Choice => line(id, value, { deviation: 0.3213 })
const BUDGET = 120
const limitBlock = (choices: readonly Choice[], budgetTokens = BUDGET) => limited(choices, budgetTokens)
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
  it('grow with the budget: one unproven pattern for every 80 tokens, and two in any case', () => {
    expect([0, 120, 240, 500, 1_500].map((budget) => unprovenIn(budget))).toEqual([2, 2, 3, 6, 18])
    const nine = Array.from({ length: 9 }, (_, n) => unproven(`p${n}`))
    expect([120, 240, 500].map((budget) => limitBlock(nine, budget).together.length)).toEqual([2, 3, 6])
  })

  it('are those of the highest value however long they are, and equals in the order in which they are given', () => {
    const long = { ...unproven('long'), tokens: 90 }
    const [short, other] = [
      { ...unproven('short', 0.09), tokens: 8 },
      { ...unproven('other', 0.09), tokens: 5 },
    ]
    expect(ids(limitBlock([short, other, long]).together)).toEqual(['long', 'short'])
  })

  it('are the best two of three unproven ones', () => {
    const { together, left } = limitBlock([unproven('c', 0.07), unproven('a'), unproven('b', 0.08)])
    expect(ids(together)).toEqual(['a', 'b'])
    expect([...left]).toEqual([['c', 'unproven']])
  })

  it('include unproven ones of two sources if there are two', () => {
    const swarm = ['a', 'b', 'c'].map((id, n) => ({ ...unproven(id, 0.0982 - n / 1_000), source: 'one run' }))
    expect(ids(limitBlock([...swarm, unproven('other', 0.05)]).together)).toEqual(['a', 'other'])
    expect(ids(limitBlock(swarm).together)).toEqual(['a', 'b'])
  })

  it('are the proven ones worth 0.01 for each pattern before them', () => {
    const { together, left } = limitBlock([0.04, 0.03, 0.03, 0.02].map((value, n) => line(`p${n}`, value)))
    expect(ids(together)).toEqual(['p0', 'p1', 'p2'])
    expect([...left]).toEqual([['p3', 'cap']])
  })

  it('are the better of two that are near each other', () => {
    const { together, left } = limitBlock([
      line('worse', 0.2, { near: ['better'] }),
      line('better', 0.3),
      line('c', 0.1),
    ])
    expect(ids(together)).toEqual(['better', 'c'])
    expect([...left]).toEqual([['worse', 'cap']])
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

  it('never include more unproven patterns than the budget allows, an unproven one from outside, or one without value', () => {
    fc.assert(
      fc.property(anyLines, (choices) => {
        const { together, left } = limitBlock(choices)
        const weak = together.filter((one) => !isProven(one))
        expect(weak.length).toBeLessThanOrEqual(unprovenIn(BUDGET))
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
