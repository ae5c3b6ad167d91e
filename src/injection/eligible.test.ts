import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { isEligible } from './eligible.ts'

type Seen = Parameters<typeof sighting>[0]
const record = (seen: Seen): PatternRecord =>
  worldOf([sighting({ strength: 'observation', appliesTo: [], ...seen })]).pattern('p1')!

describe('a role may be shown', () => {
  it.each<[string, Seen, boolean]>([
    ['its own pattern', { role: 'Judge' }, true],
    ['one that names it', { role: 'auditor', appliesTo: ['JUDGE'] }, true],
    ['one that names it with its plugin', { role: 'auditor', appliesTo: ['code:judge'] }, true],
    ['one for everyone', { role: 'auditor', appliesTo: ['*'] }, true],
    ["another's rule", { role: 'auditor', strength: 'rule' }, true],
    ["another's observation", { role: 'auditor' }, false],
    ['one for another', { role: 'auditor', appliesTo: ['builder'] }, false],
  ])('%s: %s', (_, seen, expected) => {
    expect(isEligible(record(seen), 'judge')).toBe(expected)
  })

  it("another's observation once it was reinforced", () => {
    const { pattern, evidence } = record({ role: 'auditor' })
    expect(isEligible({ pattern, evidence: { ...evidence, reinforcements: 1 } }, 'judge')).toBe(true)
  })
})
