import { expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { POLICY } from '../engine/policy.ts'
import { steadyWorth } from '../engine/standing.ts'
import { steadyWorthOf } from '../injection/gathering.ts'
import { patternDocument } from '../projection/documents.ts'
import { PatternShelf } from './pattern-shelf.ts'

it('tells what a pattern is worth under the policy that asks', () => {
  const record = worldOf([sighting({ strength: 'causal' })]).pattern('p1')!
  const shelf = new PatternShelf()
  const shelved = shelf.shelve(patternDocument(record, POLICY))
  const weights = { observation: 1, causal: 3, rule: 5 }
  const other = { ...POLICY, score: { ...POLICY.score, categoryWeights: weights } }
  for (const policy of [POLICY, other, POLICY])
    expect(steadyWorthOf(shelved, policy)).toEqual(steadyWorth(record, policy))
  expect(steadyWorthOf(shelved, other).score.categoryWeight).toBe(3)
})
