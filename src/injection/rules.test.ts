import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import { rulesFirst } from './rules.ts'
import { withhold } from './traits.ts'

const rule = (id: string, by = 'ada', tokens = 5) =>
  ({ id, standing: { score: 0 }, rule: { by, at: 1, line: `- ${id}`, tokens } }) as unknown as Candidate
const other = (id: string) => ({ id, standing: { score: 1 } }) as unknown as Candidate
const render = (some: readonly Candidate[], budgetTokens: number) => ({
  block: some.map(({ id }) => id).join(),
  tokens: budgetTokens,
  included: some.map(({ id }) => id),
  dropped: [],
  path: 'full' as const,
})

describe('rules in a block', () => {
  it('come first, and leave the rest of the budget to everything else', () => {
    const { block, included, tokens } = rulesFirst([other('a'), rule('r')], 200, render)
    expect(block).toBe('<mettle-rules>\nRules from ada. They hold for all work here:\n- r\n</mettle-rules>\na')
    expect(included).toEqual(['r', 'a'])
    expect(tokens).toBe(200)
  })

  it('of several people are those of the team', () => {
    expect(rulesFirst([rule('r', 'ada'), rule('s', 'bob')], 200, render).block).toContain('from your team.')
  })

  it('are left out whole where there is no room for any', () => {
    const { block, dropped } = rulesFirst([rule('r'), other('a')], 10, render)
    expect({ block, dropped }).toEqual({ block: 'a', dropped: ['r'] })
  })

  it.each([true, false])('are never withheld, whether or not the run goes without (%s)', (isRunHeld) => {
    const drawn = { isRunHeld, isHeld: () => true }
    const { injection, withheld } = withhold([rule('r'), other('a')], { budgetTokens: 200, render }, drawn)
    expect(injection.included).toEqual(['r'])
    expect(withheld.map(({ id }) => id)).toEqual(['a'])
  })
})
