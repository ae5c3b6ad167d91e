import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHistory, anyUnknownEvent, DAY_ZERO, numbered } from '../../test/worlds/any-event.ts'
import {
  acknowledged,
  cited,
  fact,
  merged,
  outcome,
  receipt,
  reverted,
  review,
  reworked,
  sighting,
  verdict,
} from '../../test/worlds/facts.ts'
import { World, worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { POLICY } from '../engine/laws/policy.ts'
import { massAt } from '../engine/standing/pattern-record.ts'
import { ALIAS, type LoopRecord, PATTERN } from './documents/documents.ts'

const at = (seconds: number) => ({ at: DAY_ZERO + seconds * 1_000 })
const DAY_MS = 86_400_000
const neutral = { subject: 'pattern', id: 'p1', type: 'neutral', weight: 1, by: 'ann' } as const

const IDS = ['p4', 'p2', 'p1', 'p3']
/** A run that used several patterns, in any order. */
const anyWork = fc
  .shuffledSubarray(
    [
      receipt(IDS),
      ...IDS.map((id) => acknowledged(id)),
      ...IDS.map((id) => cited(id, true)),
      outcome({ result: 'failure' }),
      verdict('PASS', 1),
      merged(),
      reverted(),
      reworked(),
    ],
    { minLength: 4 },
  )
  .map((facts) => numbered([...IDS.map((pattern) => sighting({ pattern })), ...facts]))

describe('the projector', () => {
  it('reads nothing that it did not ask for, whatever the history', () => {
    fc.assert(
      fc.property(anyHistory, (history) => void worldOf(history)),
      { numRuns: 500 },
    )
  })

  it('gives the same, whether its documents were stored in between or not', () => {
    fc.assert(
      fc.property(fc.oneof(anyHistory, anyWork), (history) => {
        const [kept, stored] = [new World(), new World()]
        for (const event of history) {
          kept.fold(event)
          stored.fold(event)
          stored.store()
        }
        kept.store()
        expect([...kept.documents].sort()).toEqual([...stored.documents].sort())
      }),
      { numRuns: 300 },
    )
  })

  it('tells of the patterns that one outcome grades in one order, whichever was cited first', () => {
    const shown = [sighting({ pattern: 'p2' }), sighting({}), receipt(['p2', 'p1'])]
    const world = worldOf([...shown, acknowledged('p2'), acknowledged('p1'), outcome()])
    const loop = world.get('loop', 'loop')?.body as LoopRecord
    expect(loop.patternsChanged?.last).toEqual([
      ['p1', 6],
      ['p2', 6],
    ])
  })

  it('only counts an event of a newer release', () => {
    fc.assert(
      fc.property(anyHistory, anyUnknownEvent, (history, { run: _, ...event }) => {
        const before = worldOf(history)
        const after = worldOf([...history, event])
        const changed = [...after.documents].filter(([name, document]) => before.documents.get(name) !== document)
        const differs = changed.filter(
          ([name, document]) => JSON.stringify(before.documents.get(name)) !== JSON.stringify(document),
        )
        expect(differs.map(([name]) => name)).toEqual(['loop loop'])
        const loop = after.get('loop', 'loop')?.body as LoopRecord
        expect(loop.events).toBe(history.length + 1)
        expect(Object.values(loop.byType).reduce((sum, n) => sum + n, 0)).toBe(loop.events)
      }),
    )
  })

  it('links a receipt to what it showed and to what it withheld, and changes neither', () => {
    const world = worldOf([sighting({}), sighting({ pattern: 'p2' }), receipt(['p1'], { withheld: ['p2'] })])
    expect(world.subjects.at(-1)).toEqual(['pattern/p1', 'pattern/p2'])
    const loop = world.get('loop', 'loop')?.body as LoopRecord
    expect(loop.patternsChangedAt).toBe(2)
  })

  it('leaves a pattern alone when what is said about it changes nothing', () => {
    const unseen = [acknowledged('p1'), cited('p1', false), fact('feedback-given', neutral)]
    const world = worldOf([sighting({}), ...unseen])
    expect(world.get('loop', 'loop')?.body).toMatchObject({ events: 4, patternsChangedAt: 1 })
  })

  it('links an outcome to the patterns that it graded', () => {
    const world = worldOf([sighting({}), receipt(['p1', 'p2']), acknowledged('p1'), outcome()])
    expect(world.subjects.at(-1)).toEqual(['pattern/p1'])
  })

  it('tells those who keep patterns in memory that something was erased', () => {
    const erased = fact('payload-erased', { event: 'e1', by: 'ann', reason: 'a secret' })
    expect(worldOf([sighting({}), erased]).get('loop', 'loop')?.body).toMatchObject({
      patternsChangedAt: 2,
      patternsChanged: { since: 2, last: [] },
    })
  })

  it('tells which patterns changed of late, and since when it tells all of them', () => {
    const seen = (count: number) => Array.from({ length: count }, (_, n) => sighting({ pattern: `p${n}` }))
    const told = (events: Parameters<typeof worldOf>[0]) =>
      (worldOf(events).get('loop', 'loop')!.body as LoopRecord).patternsChanged
    expect(told([...seen(2), sighting({ pattern: 'p0' })])).toEqual({
      since: 0,
      last: [
        ['p1', 2],
        ['p0', 3],
      ],
    })
    const { since, last } = told(seen(30))!
    expect([since, last.length, last[0]]).toEqual([6, 24, ['p6', 7]])
  })

  it('finds a pattern again by each of its wordings', () => {
    const world = worldOf([sighting({}), sighting({ text: 'other words', textHash: 'b'.repeat(64) })])
    const aliases = [...world.documents.values()].filter(({ kind }) => kind === ALIAS)
    expect(aliases.map(({ body }) => body)).toEqual([{ pattern: 'p1' }, { pattern: 'p1' }])
  })

  it('numbers runs in the order in which they appear', () => {
    const world = worldOf([outcome({}, { run: 'r2' }), outcome({}, { run: 'r1' }), merged({ run: 'r2' })])
    expect([world.run('r2')?.run.number, world.run('r1')?.run.number]).toEqual([1, 2])
    expect(world.get('loop', 'loop')?.body).toMatchObject({ runs: 2 })
  })

  it('hides what a person, the evidence, a merge or its origin bars', () => {
    const person = { pattern: 'p1', by: 'ann', reason: 'no' }
    const axes: ('lifecycle' | 'maturity')[] = ['lifecycle']
    const state = (...events: KnownEvent[]) => worldOf([sighting({}), ...events]).get(PATTERN, 'p1')?.state
    expect(state()).toBe('live')
    expect(state(fact('pattern-deprecated', { ...person, axes }))).toBe('hidden')
    expect(state(fact('pattern-merged', { ...person, into: 'p2' }))).toBe('hidden')
    expect(state(fact('pattern-quarantined', { ...person, released: false }))).toBe('hidden')
    const harm = (id: number) => [
      receipt(['p1'], { run: `r${id}` }),
      acknowledged('p1', { run: `r${id}` }),
      cited('p1', true, { run: `r${id}` }),
      outcome({ result: 'failure' }, { run: `r${id}` }),
    ]
    const harmed = [...harm(1), ...harm(2), ...harm(3)]
    expect(state(...harmed)).toBe('hidden')
    expect(state(...harmed, fact('pattern-promoted', { ...person, axes: ['maturity'] }))).toBe('rule')
    expect(worldOf([sighting({ trust: 'external' })]).get(PATTERN, 'p1')?.state).toBe('hidden')
  })

  it('sets a pattern beyond decay apart after three reinforcements', () => {
    const held = (run: string) => fact('pattern-reinforced', { pattern: 'p1', evidenceLevel: 1 }, { run })
    expect(worldOf([sighting({}), held('r1'), held('r2')]).get(PATTERN, 'p1')?.state).toBe('live')
    expect(worldOf([sighting({}), held('r1'), held('r2'), held('r3')]).get(PATTERN, 'p1')?.state).toBe('immune')
  })
})

describe('credit', () => {
  const sentinel = sighting({ role: 'sentinel' })

  it('is the same in whatever order receipt, acknowledgement, citation, outcome, verdict, merge, rework, review and revert arrive', () => {
    const facts = [
      receipt(['p1'], at(1)),
      acknowledged('p1', at(2)),
      cited('p1', true, at(3)),
      outcome({ task: 't1', result: 'failure' }, at(4)),
      outcome({ task: 't2' }, at(12)),
      outcome({ task: 't3' }, at(13)),
      outcome({}, at(5)),
      verdict('PASS', 1, at(6)),
      fact('pattern-reinforced', { pattern: 'p1', evidenceLevel: 1, verdict: 'v1' }, at(7)),
      merged(at(8)),
      reverted(at(9)),
      reworked(at(10)),
      review('changes_requested', at(11)),
      review('dismissed', at(14)),
    ]
    fc.assert(
      fc.property(
        fc
          .subarray(facts)
          .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        ([some, other]) => {
          const { evidence } = worldOf([sentinel, ...some]).pattern('p1')!
          const shuffled = worldOf([sentinel, ...other]).pattern('p1')!.evidence
          const now = DAY_ZERO + DAY_MS
          const plain = ({ helpful, harmful, ...rest }: typeof evidence) => rest
          expect(plain(shuffled)).toEqual(plain(evidence))
          expect(massAt(shuffled, now, POLICY)).toEqual(massAt(evidence, now, POLICY))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is taken back by rework, by difference, and comes again when the review is dismissed', () => {
    const applied = [sentinel, receipt(['p1']), cited('p1', true)]
    const evidenceOf = (...late: KnownEvent[]) => worldOf([...applied, ...late]).evidence()
    expect(evidenceOf(merged())).toMatchObject({ successes: 1, ignoreWeight: 0 })
    expect(evidenceOf(merged(), reworked())).toMatchObject({ successes: 0, ignoreWeight: 0 })
    expect(evidenceOf(reworked(), merged())).toMatchObject({ successes: 0, ignoreWeight: 0 })
    expect(evidenceOf(merged(), reworked(), reverted())).toMatchObject({ successes: 0, ignoreWeight: 1.5 })
    expect(evidenceOf(reverted(), reworked())).toMatchObject({ successes: 0, ignoreWeight: 1.5 })
    const asked = [merged(), review('changes_requested')]
    expect(evidenceOf(...asked)).toMatchObject({ successes: 0 })
    expect(evidenceOf(...asked, review('dismissed'))).toEqual(evidenceOf(merged()))
  })

  it('that comes to nothing is told of the pattern all the same', () => {
    const late = [reworked(), merged(), review('changes_requested')]
    const { subjects } = worldOf([sentinel, receipt(['p1', 'p2']), cited('p1', true), ...late])
    expect(subjects.slice(-3)).toEqual([['pattern/p1'], ['pattern/p1'], ['pattern/p1', 'review/80']])
  })

  it('is given once for each signal, however often it is told', () => {
    const once = [receipt(['p1']), acknowledged('p1'), cited('p1', true), outcome(), merged(), verdict('PASS', 1)]
    const twice = worldOf([sentinel, ...once, ...once]).evidence()
    expect(twice).toEqual(worldOf([sentinel, ...once]).evidence())
    expect(twice).toMatchObject({
      helpfulCount: 1,
      successes: 2,
      reinforcements: 1,
      citedRuns: 1,
      appliedRuns: 1,
    })
  })

  it('does not count a PASS twice when the validator also holds the pattern up by name', () => {
    const named = fact('pattern-reinforced', { pattern: 'p1', evidenceLevel: 2, verdict: 'v1' })
    const applied = [sentinel, receipt(['p1']), cited('p1', true)]
    for (const signals of [
      [named, verdict('PASS', 2)],
      [verdict('PASS', 2), named],
      [named, named],
    ])
      expect(worldOf([...applied, ...signals]).evidence()).toMatchObject({ successes: 1, reinforcements: 1 })
  })

  it('makes of one that was named and then applied one, not two', () => {
    const named = [sentinel, receipt(['p1']), acknowledged('p1'), outcome({ result: 'failure' }), reverted()]
    expect(worldOf(named).evidence()).toMatchObject({ harmfulCount: 1, ignoreCount: 1, ignoreWeight: 0.375 })
    expect(worldOf([...named, cited('p1', true)]).evidence()).toMatchObject({
      harmfulCount: 1,
      harmful: { value: 1 },
      ignoreCount: 1,
      ignoreWeight: 1.5,
    })
  })

  it('leaves the other patterns of the run as they are when one of them climbs', () => {
    const both = [
      sentinel,
      sighting({ pattern: 'p2', role: 'sentinel' }),
      receipt(['p1', 'p2']),
      cited('p1', true),
      reverted(),
    ]
    const world = worldOf([...both, cited('p2', true), receipt(['p1', 'p2']), outcome()])
    for (const id of ['p1', 'p2']) expect(world.evidence(id)).toMatchObject({ ignoreWeight: 1.5, ignoreCount: 1 })
  })

  it('is dated by the outcome that holds, though an earlier one said the same', () => {
    const tasks = [outcome({ task: 't1' }, at(5)), outcome({ task: 't2' }, at(9))]
    const world = worldOf([sentinel, receipt(['p1']), cited('p1', true), ...tasks])
    expect(world.evidence()).toMatchObject({ helpful: { value: 1, at: at(9).at }, helpfulCount: 1 })
  })

  it('is dated by the outcome, whatever arrived before it', () => {
    const early = [sentinel, receipt(['p1']), cited('p1', true), merged({ at: DAY_ZERO + 90 * DAY_MS })]
    expect(worldOf([...early, outcome({}, at(5))]).evidence().helpful).toEqual({ value: 1, at: at(5).at })
  })

  it('forgets a maturity that rests on nothing any more', () => {
    const task = outcome({ task: 't1', result: 'failure' }, at(1))
    const applied = [sentinel, receipt(['p1']), cited('p1', true), task]
    expect(worldOf(applied).evidence().maturity).toBe('candidate')
    const neutral = worldOf([...applied, outcome({ result: 'partial' }, at(2))]).evidence()
    expect(neutral).toMatchObject({ harmfulCount: 0, harmful: { value: 0, at: 0 } })
    expect((neutral as { maturity?: string }).maturity).toBeUndefined()
  })

  it('is a use of the pattern at the latest signal that speaks for it', () => {
    const applied = [sentinel, receipt(['p1']), cited('p1', true)]
    const lastUse = (...events: KnownEvent[]) => worldOf([...applied, ...events]).pattern('p1')?.pattern.lastUsedAt
    expect(lastUse(outcome({}, at(5)))).toBe(at(5).at)
    expect(lastUse(outcome({}, at(5)), merged(at(9)))).toBe(at(9).at)
    expect(lastUse(merged(at(9)), outcome({}, at(5)))).toBe(at(9).at)
    expect(lastUse(verdict('PASS', 1, at(7)))).toBe(at(7).at)
    expect(lastUse(outcome({ result: 'failure' }, at(5)), reverted(at(9)))).toBe(DAY_ZERO)
    expect(lastUse(reworked(at(3)), merged(at(9)), verdict('PASS', 1, at(5)))).toBe(at(5).at)
    expect(worldOf([sentinel, receipt(['p1'], at(3)), outcome({}, at(5))]).pattern('p1')?.pattern.lastUsedAt).toBe(
      DAY_ZERO,
    )
  })
})
