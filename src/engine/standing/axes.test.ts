import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { fact, sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import type { Maturity } from '../../domain/values/pattern.ts'
import { POLICY, type Policy } from '../laws/policy.ts'
import { axesOf, timelessRank, worthOf } from './axes.ts'
import type { Evidence, PatternRecord } from './pattern-record.ts'
import { patternScore } from './pattern-score.ts'

const DAY_MS = 86_400_000
const seen = (...events: KnownEvent[]) => worldOf([sighting({}), ...events]).pattern('p1')!
const withEvidence = (record: PatternRecord, more: Partial<Evidence>): PatternRecord => ({
  ...record,
  evidence: { ...record.evidence, ...more },
})
const at = (record: PatternRecord, days: number, policy = POLICY) => axesOf(record, DAY_ZERO + days * DAY_MS, policy)
const decided = (kind: 'promoted' | 'deprecated', axes: ('lifecycle' | 'maturity')[]) =>
  fact(`pattern-${kind}`, { pattern: 'p1', by: 'ann', reason: 'because', axes })

describe('the standing of a pattern', () => {
  it('counts the first sighting as one success', () => {
    expect(at(seen(), 0)).toMatchObject({ score: 1.3, maturity: 'unknown', lifecycle: 'observed' })
  })

  it('is the worked example of the classic score', () => {
    const record = withEvidence(seen(), { successes: 2, ignoreWeight: 1.5 })
    expect(at(record, 0).score).toBeCloseTo(0.8667, 4)
    expect(axesOf(record, DAY_ZERO, POLICY, { similarity: 0.5 }).score).toBeCloseTo(0.6467, 4)
    expect(at(withEvidence(record, { maturity: 'proven' }), 14).score).toBeCloseTo(0.4783, 3)
  })

  it('follows a person on each axis, against the evidence', () => {
    const promoted = seen(decided('promoted', ['lifecycle', 'maturity']))
    expect(at(promoted, 500)).toMatchObject({ lifecycle: 'active', maturity: 'proven', excludedBecause: [] })
    expect(at(withEvidence(promoted, { maturity: 'deprecated' }), 0).maturity).toBe('proven')
    expect(at(seen(decided('deprecated', ['maturity'])), 0)).toMatchObject({
      lifecycle: 'observed',
      maturity: 'deprecated',
      score: 0,
      excludedBecause: ['maturity deprecated: deprecated by ann: because'],
    })
  })

  it('is excluded for every reason there is', () => {
    const person = { pattern: 'p1', by: 'ann', reason: 'no' }
    const record = seen(
      fact('pattern-quarantined', { ...person, released: false }),
      fact('pattern-merged', { ...person, into: 'p2' }),
    )
    expect(at(withEvidence(record, { maturity: 'deprecated' }), 60).excludedBecause).toEqual([
      'lifecycle deprecated: not used for 60 days (limit 60)',
      'maturity deprecated: helpful 0.00, harmful 0.00 after decay',
      'quarantined until it is corroborated',
      'merged into p2',
    ])
  })

  it('ages out after 60 days and comes back when it is seen again', () => {
    const record = seen()
    expect(at(record, 59).lifecycle).toBe('observed')
    expect(at(record, 60).lifecycle).toBe('deprecated')
    const again = seen(sighting({ run: 'r2', at: DAY_ZERO + 80 * DAY_MS }))
    expect(at(again, 81)).toMatchObject({ lifecycle: 'candidate', excludedBecause: [] })
  })
})

const anyRecord = fc
  .record({
    strength: fc.constantFrom('observation', 'causal', 'rule'),
    usedDay: fc.integer({ min: 0, max: 40 }),
    successes: fc.integer({ min: 0, max: 20 }).map((n) => n / 4),
    ignoreWeight: fc.integer({ min: 0, max: 20 }).map((n) => n / 4),
    reinforcements: fc.integer({ min: 0, max: 5 }),
    maturity: fc.constantFrom<Maturity | undefined>(undefined, 'candidate', 'established', 'proven'),
    promoted: fc.boolean(),
  })
  .map(({ strength, usedDay, promoted, ...evidence }) => {
    const first = sighting({ strength, at: DAY_ZERO + usedDay * DAY_MS } as Parameters<typeof sighting>[0])
    const record = worldOf([first, ...(promoted ? [decided('promoted', ['maturity'])] : [])]).pattern('p1')!
    return withEvidence(record, evidence as Partial<Evidence>)
  })

describe('the worth of a pattern', () => {
  const fate = fc.constantFrom<KnownEvent[]>(
    [],
    [decided('promoted', ['lifecycle'])],
    [decided('deprecated', ['lifecycle'])],
    [decided('deprecated', ['maturity'])],
  )
  const agedSteps = fc.constantFrom(0, POLICY.lifecycle.agedSteps - 1, POLICY.lifecycle.agedSteps)

  it('is the whole score at every moment, and nothing where the standing bars it', () => {
    const similarity = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined })
    const days = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.constantFrom(59.999, 60, 60.001))
    fc.assert(
      fc.property(anyRecord, fate, agedSteps, days, similarity, (record, events, steps, day, similarity) => {
        const { decisions } = worldOf([sighting({}), ...events]).pattern('p1')!.pattern
        const known = { ...record, pattern: { ...record.pattern, decisions, agedSteps: steps } }
        const now = DAY_ZERO + day * DAY_MS
        const { excludedBecause, maturity } = axesOf(known, now, POLICY)
        const isExcluded = excludedBecause.length > 0
        const { score, parts } = patternScore({
          successes: record.evidence.successes + 1,
          ignoreWeight: record.evidence.ignoreWeight,
          daysSinceUse: Math.max(0, now - record.pattern.lastUsedAt) / DAY_MS,
          reinforcements: record.evidence.reinforcements,
          category: record.pattern.strength,
          maturity: maturity === 'unknown' ? undefined : maturity,
          deprecated: isExcluded,
          similarity,
        })
        const around = similarity === undefined ? {} : { similarity }
        expect(worthOf(known, now, POLICY, around)).toEqual({ score, parts, maturity, isExcluded })
      }),
    )
  })
})

describe('the timeless rank', () => {
  const multipliers = { candidate: 0.7, established: 0.9, proven: 2, deprecated: 0 }
  const policies: Policy[] = [
    POLICY,
    { ...POLICY, score: { ...POLICY.score, decayDays: 5, maturityMultipliers: multipliers } },
  ]

  it('orders patterns as their scores do, at any time', () => {
    fc.assert(
      fc.property(
        anyRecord,
        anyRecord,
        fc.integer({ min: 40, max: 90 }),
        fc.constantFrom(...policies),
        (a, b, day, policy) => {
          const [one, other] = [timelessRank(a, policy), timelessRank(b, policy)]
          if (one.decays !== other.decays) return
          const [first, second] = [a, b].map((record) => scoreOf(record, day, policy)) as [number, number]
          const apart = Math.log(first) - Math.log(second)
          expect(one.rank - other.rank).toBeCloseTo(apart, 6)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is 1 for base 1 used on day 14, and 1 for base e used on day 0', () => {
    const weights = { observation: 1, causal: Math.E, rule: 1 }
    const policy = { ...POLICY, score: { ...POLICY.score, categoryWeights: weights } }
    const used = (strength: 'observation' | 'causal', day: number) =>
      timelessRank(worldOf([sighting({ strength, at: day * DAY_MS })]).pattern('p1')!, policy).rank
    expect(used('observation', 14)).toBeCloseTo(1, 10)
    expect(used('causal', 0)).toBeCloseTo(1, 10)
  })

  it('no longer grows with time once a pattern is beyond decay', () => {
    const immune = (day: number) =>
      timelessRank(
        withEvidence(worldOf([sighting({ at: DAY_ZERO + day * DAY_MS })]).pattern('p1')!, {
          reinforcements: 3,
        }),
        POLICY,
      )
    expect(immune(0)).toEqual(immune(40))
    expect(immune(0).decays).toBe(false)
  })

  /** The score that a pattern has whether or not its age bars it from being shown. */
  function scoreOf(record: PatternRecord, day: number, policy: Policy): number {
    const ageless = { ...policy, lifecycle: { ...policy.lifecycle, idleDays: 1e6 } }
    return axesOf(record, DAY_ZERO + day * DAY_MS, ageless).score
  }
})
