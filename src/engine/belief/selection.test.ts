import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Choice, selectLines } from './selection.ts'

const choice = (n: number, more: Partial<Choice> = {}): Choice => {
  const value = more.value ?? 1 - n / 100
  return { id: `p${n}`, value, tokens: 20, deviation: 0.3, ...more }
}
const ten = Array.from({ length: 10 }, (_, n) => choice(n))
const anyChoices = fc
  .array(
    fc.record({
      value: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      tokens: fc.integer({ min: 5, max: 60 }),
      deviation: fc.double({ min: 0, max: 0.4, noNaN: true }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((each, n) => choice(n, each)))

describe('the patterns that are shown', () => {
  it('are four by value and one of the other six, of ten at 20 tokens in a budget of 100', () => {
    const { chosen, left } = selectLines(ten, { budgetTokens: 100, seed: 'r1' })
    expect(chosen.slice(0, 4).map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3'])
    expect(chosen[4]).toMatchObject({ explores: true })
    expect(chosen[4]!.propensity).toBeCloseTo(1 / 6, 9)
    expect([chosen.length, left.length]).toEqual([5, 5])
  })

  it('are all with a positive value if there is room, and no more for more room', () => {
    const choices = [choice(1), choice(2, { value: 0 }), choice(3, { value: -0.1 })]
    for (const budgetTokens of [100, 1e6]) {
      const { chosen } = selectLines(choices, { budgetTokens, seed: 'r1' })
      expect(chosen).toEqual([{ id: 'p1', explores: false, propensity: 1 }])
    }
  })

  it('include in four of ten blocks one that names no place and is not like the work, and none in a block that is empty', () => {
    const unlike = Array.from({ length: 8 }, (_, n) => choice(20 + n, { value: -0.01, isPlaceless: true }))
    const blocks = (others: readonly Choice[]) =>
      Array.from({ length: 400 }, (_, n) =>
        selectLines([...others, ...unlike], { budgetTokens: 500, seed: `r${n}` }).chosen.filter(
          ({ explores }) => explores,
        ),
      )
    const tried = blocks([choice(1)]).flat()
    expect(tried.length).toBeGreaterThan(130)
    expect(tried.length).toBeLessThan(190)
    expect(new Set(tried.map(({ id }) => id)).size).toBe(8)
    expect(new Set(tried.map(({ propensity }) => propensity))).toEqual(new Set([0.05]))
    expect(Math.max(...blocks([choice(1)]).map((some) => some.length))).toBe(1)
    expect(blocks([]).flat()).toEqual([])
  })

  it('leave half of the room to other sources, in the ranking and in the draw', () => {
    const swarm = Array.from({ length: 12 }, (_, n) => choice(n, { source: 'run evil', deviation: 0.4 }))
    const others = Array.from({ length: 4 }, (_, n) => choice(50 + n))
    for (let n = 0; n < 40; n++) {
      const { chosen } = selectLines([...swarm, ...others], { budgetTokens: 200, seed: `r${n}` })
      const ofSwarm = chosen.filter(({ id }) => swarm.some((each) => each.id === id))
      expect(ofSwarm.length * 20).toBeLessThanOrEqual(100)
      expect(chosen).toHaveLength(9)
    }
    const alone = selectLines(swarm, { budgetTokens: 200, seed: 'r1' }).chosen
    expect(alone).toHaveLength(10)
  })

  it('are the same for the same receipt, and differ between receipts', () => {
    const of = (seed: string) => selectLines(ten, { budgetTokens: 100, seed }).chosen[4]!.id
    const drawn = Array.from({ length: 60 }, (_, n) => of(`r${n}`))
    expect(of('r7')).toBe(drawn[7])
    expect(new Set(drawn).size).toBe(6)
  })

  it('stay within the budget, explore with at most a fifth of it, and have a positive value', () => {
    fc.assert(
      fc.property(anyChoices, fc.integer({ min: 0, max: 400 }), fc.string(), (choices, budgetTokens, seed) => {
        const { chosen, left } = selectLines(choices, { budgetTokens, seed })
        const of = new Map(choices.map((each) => [each.id, each]))
        const cost = (list: typeof chosen) => list.reduce((sum, { id }) => sum + of.get(id)!.tokens, 0)
        expect(cost(chosen)).toBeLessThanOrEqual(budgetTokens)
        expect(cost(chosen.filter(({ explores }) => explores))).toBeLessThanOrEqual(budgetTokens * 0.2)
        for (const { id, propensity } of chosen) {
          expect(of.get(id)!.value).toBeGreaterThan(0)
          expect(propensity).toBeGreaterThan(0)
          expect(propensity).toBeLessThanOrEqual(1)
        }
        expect(new Set([...chosen.map(({ id }) => id), ...left]).size).toBe(choices.length)
      }),
    )
  })

  it('are drawn as often as their propensity says, uncertain ones more often', () => {
    const unsure = ten.map((each, n) => ({ ...each, deviation: n === 9 ? 0.6 : 0.3 }))
    let [times, stated] = [0, 0]
    for (let n = 0; n < 4_000; n++) {
      const found = selectLines(unsure, { budgetTokens: 100, seed: `s${n}` }).chosen.find(({ id }) => id === 'p9')
      if (found === undefined) continue
      times += 1
      stated = found.propensity
    }
    expect(stated).toBeCloseTo(2 / 7, 9)
    expect(Math.abs(times / 4_000 - stated)).toBeLessThan(0.03)
  })

  it('include one from outside in a tenth of the blocks, with that probability, if there is room', () => {
    const stranger = choice(1, { value: 0.05, isFromOutside: true })
    const of = (seed: string, budgetTokens = 200) =>
      selectLines([choice(0), stranger], { budgetTokens, seed }).chosen.find(({ id }) => id === 'p1')
    const seeds = Array.from({ length: 2_000 }, (_, n) => `s${n}`)
    const shown = seeds.flatMap((seed) => of(seed) ?? [])
    expect(Math.abs(shown.length / seeds.length - 0.1)).toBeLessThan(0.02)
    expect(shown[0]).toEqual({ id: 'p1', explores: true, propensity: 0.1 })
    expect(seeds.flatMap((seed) => of(seed, 60) ?? [])).toEqual([])
  })
})
