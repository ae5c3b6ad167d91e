import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PENALTY, penalty } from './verdict-effects.ts'

describe('penalty', () => {
  it.each([
    ['sentinel', 1.5],
    ['inspector', 1.5],
    ['Sentinel', 1.5],
    ['judge', 1],
    ['auditor', 1],
    ['curator', 1],
    ['constructor', 1],
    ['', 1],
  ])('of a pattern by %j weighs %d', (role, weight) => {
    expect(penalty({ role })).toEqual({ weight, regression: false })
  })

  it('marks a regression when a validated pattern is ignored', () => {
    expect(penalty({ role: 'judge', wasValidated: true }).regression).toBe(true)
    expect(penalty({ role: 'judge', wasValidated: false }).regression).toBe(false)
  })

  it('reads other weights from the policy', () => {
    expect(penalty({ role: 'critic' }, { ...PENALTY, roleWeights: { critic: 2 }, otherWeight: 0.5 }).weight).toBe(2)
    expect(penalty({ role: 'judge' }, { ...PENALTY, otherWeight: 0.5 }).weight).toBe(0.5)
  })

  it('is a weight of the policy for any role', () => {
    fc.assert(fc.property(fc.string(), (role) => void expect([1, 1.5]).toContain(penalty({ role }).weight)))
  })
})
