import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Injection } from '../engine/laws/role-block.ts'
import type { Candidate } from './candidate.ts'
import { withhold } from './traits.ts'

const candidate = (id: string, score: number) => ({ id, standing: { score } }) as unknown as Candidate
const ALL = [candidate('a', 0.2), candidate('b', 0.9), candidate('c', 0.5), candidate('d', 0.7)]
/** Room for two, in the order in which they are asked for. */
const render = (candidates: readonly Candidate[]) =>
  ({ included: candidates.slice(0, 2).map(({ id }) => id) }) as unknown as Injection
const without = (held: readonly string[], isRunHeld = false) => {
  const { injection, candidates, withheld } = withhold(
    ALL,
    { budgetTokens: 100, render },
    {
      isRunHeld,
      isHeld: (id) => held.includes(id),
    },
  )
  const ids = (some: readonly Candidate[]) => some.map(({ id }) => id).join('')
  return [injection.included.join(''), ids(candidates), ids(withheld)]
}

describe('what is withheld from a run', () => {
  it('is nothing where nothing was drawn', () => {
    expect(without([])).toEqual(['ab', 'abcd', ''])
  })

  it('makes room for the next ones, which are drawn for too; the best comes first', () => {
    expect(without(['a'])).toEqual(['bc', 'bcd', 'a'])
    expect(without(['a', 'c'])).toEqual(['bd', 'bd', 'ca'])
  })

  it('is nothing that would not have been shown', () => {
    expect(without(['d'])).toEqual(['ab', 'abcd', ''])
  })

  it('is all that would have been shown where the whole run goes without, the best first', () => {
    expect(without([], true)).toEqual(['', 'cd', 'ba'])
  })

  it('is never shown, whatever was drawn', () => {
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c', 'd']), fc.boolean(), (held, isRunHeld) => {
        const [shown = '', left = '', away = ''] = without(held, isRunHeld)
        expect([...shown].some((id) => held.includes(id) || away.includes(id))).toBe(false)
        expect([...`${left}${away}`].sort().join('')).toBe('abcd')
      }),
    )
  })
})
