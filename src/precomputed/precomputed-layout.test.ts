import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { BAYES } from '../engine/belief/bayes-policy.ts'
import { firstRecord } from '../engine/belief/posterior-record.ts'
import { POLICY } from '../engine/laws/policy.ts'
import { tellingTokens } from '../engine/search/fuse-similarity.ts'
import { beliefIn } from '../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { sourceOf } from '../engine/text/block-room.ts'
import { weighByBelief } from '../injection/weigh-by-belief.ts'
import { believedRecord, leanBelief } from './precomputed-layout.ts'

const DAY = 86_400_000
const TEXT = 'check the token of the request'
const WHOLE = worldOf([sighting({ text: TEXT, files: ['src/a.ts', 'src/b.ts'] })]).pattern('p1')!
const evidence = { help: 1, neutral: 0, harm: 0 }
const observed = { ...firstRecord('one', 0), evidence, observations: 3, internalObservations: 3 }
const belief = beliefIn(WHOLE, observed, { priorOf: () => BAYES.prior, now: DAY })

const having = (more: Partial<PatternRecord['pattern']>): PatternRecord => ({
  ...WHOLE,
  pattern: { ...WHOLE.pattern, ...more },
})

function weighed(record: PatternRecord, known = belief) {
  const cached = { id: 'p1', record, words: tellingTokens(TEXT), isShowable: true }
  const asked = { role: 'builder', work: { task: TEXT }, subject: { files: [], tags: [] } }
  const scales = { now: DAY, policy: POLICY, believe: () => ({ belief: known, observed: undefined }) }
  return weighByBelief([{ cached, similarity: 0.5 }], asked, scales).map(({ standing }) => standing)
}

describe('as much of a record as hooks weigh', () => {
  const promoted = { kind: 'promote', by: 'ann', reason: 'seen', at: 0 } as const
  it.each<[string, Partial<PatternRecord['pattern']>]>([
    ['as it is', {}],
    ['whose place in the code is stale', { staleCitedAt: DAY }],
    ['that cites a place', { citation: { file: 'src/a.ts', line: 3 } }],
    ['that a person decided on', { decisions: { maturity: promoted } }],
    ['that is set aside', { quarantined: true }],
    ['that was merged', { mergedInto: 'p2' }],
    ['that warns', { invertedFrom: 'p2', polarity: 'avoid' }],
    ['that was seen in several runs', { contexts: ['run r1', 'run r2', 'run r3'] }],
  ])('weighs what the whole one does: one %s', (_, more) => {
    const whole = having(more)
    expect(weighed(believedRecord(whole), leanBelief(belief))).toEqual(weighed(whole))
  })

  it('weighs less where its place is stale', () => {
    const [stale] = weighed(believedRecord(having({ staleCitedAt: DAY })))
    const [fresh] = weighed(believedRecord(WHOLE))
    expect(stale!.score).toBeLessThan(fresh!.score)
  })

  it('comes from the same source', () => {
    for (const contexts of [['run r1'], ['run r1', 'run r2'], []]) {
      const { pattern } = having({ contexts })
      expect(sourceOf(believedRecord(having({ contexts })).pattern)).toBe(sourceOf(pattern))
    }
  })
})
