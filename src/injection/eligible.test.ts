import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { isEligible, isForAgent } from './candidate.ts'

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

describe('where nobody asked, an agent is shown', () => {
  const asked = 'code:plan-writer'
  it.each<[string, Seen, boolean]>([
    ['what names it in full', { appliesTo: ['Code:Plan-Writer'] }, true],
    ['what names it in short', { appliesTo: ['builder', 'plan-writer'] }, true],
    ['what names its namesake', { appliesTo: ['docs:plan-writer'] }, false],
    ['what is for everyone', { appliesTo: ['*'] }, true],
    ['a rule for another', { appliesTo: ['builder'], strength: 'rule' }, false],
    ['its own, meant for another', { role: 'plan-writer', appliesTo: ['builder'] }, false],
    ['its own, meant for nobody', { role: 'plan-writer' }, true],
    ["another's rule, meant for nobody", { strength: 'rule' }, true],
    ["another's observation, meant for nobody", {}, false],
  ])('%s: %s', (_, seen, expected) => {
    expect(isForAgent(record(seen), asked)).toBe(expected)
  })

  it('without a name, only what is for everyone', () => {
    expect(isForAgent(record({ appliesTo: ['*'] }), undefined)).toBe(true)
    expect(isForAgent(record({ appliesTo: ['plan-writer'] }), undefined)).toBe(false)
  })
})
