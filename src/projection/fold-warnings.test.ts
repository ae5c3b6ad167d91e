import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { acknowledged, cited, fact, outcome, receipt, sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { PATTERN } from './documents/documents.ts'

const DAY_MS = 86_400_000
const said = (type: 'helpful' | 'harmful', day = 0, id = 'p1', by = 'ann') =>
  fact(
    'feedback-given',
    { subject: 'pattern', id, type, weight: 1, by },
    { run: undefined, at: DAY_ZERO + day * DAY_MS },
  )
const harm = (times: number) => Array.from({ length: times }, (_, i) => said('harmful', i))
const seen = sighting({ text: 'Never: cache the token.', labels: ['auth'] })
const worldAfter = (...events: KnownEvent[]) => worldOf([seen, ...events])
const person = { pattern: 'p1', by: 'ann', reason: 'no' }
const BOTH: ('lifecycle' | 'maturity')[] = ['lifecycle', 'maturity']

describe('a pattern that keeps failing', () => {
  it('turns into a second pattern that warns of it, from three failures on', () => {
    expect(worldAfter(...harm(2)).pattern('anti-p1')).toBeUndefined()
    const world = worldAfter(...harm(3))
    expect(world.pattern('anti-p1')).toMatchObject({
      pattern: {
        text: 'AVOID: cache the token. Failed 3/3 times (100% failure rate)',
        polarity: 'avoid',
        invertedFrom: 'p1',
        labels: ['auth'],
        sightings: 3,
        lastUsedAt: DAY_ZERO + 2 * DAY_MS,
      },
      evidence: { helpfulCount: 0, harmfulCount: 0 },
    })
    expect([world.get(PATTERN, 'p1')?.state, world.get(PATTERN, 'anti-p1')?.state]).toEqual(['hidden', 'live'])
    expect(world.pattern('p1')?.warning).toBe('anti-p1')
    expect(world.subjects.at(-1)).toEqual(['pattern/p1', 'pattern/anti-p1'])
  })

  it('is warned of in the figures of today', () => {
    const world = worldAfter(...harm(4), said('helpful', 9))
    expect(world.pattern('anti-p1')?.pattern).toMatchObject({
      text: 'AVOID: cache the token. Failed 4/5 times (80% failure rate)',
      lastUsedAt: DAY_ZERO + 3 * DAY_MS,
    })
  })

  it('keeps its warning when a person deprecates it', () => {
    const gone = fact('pattern-deprecated', { ...person, axes: BOTH })
    expect(worldAfter(...harm(3), gone).get(PATTERN, 'anti-p1')?.state).toBe('live')
  })

  it('is warned of no more when it recovers, and again when it fails again', () => {
    const better = [...harm(3), said('helpful', 5), said('helpful', 6), said('helpful', 7)]
    const world = worldAfter(...better)
    expect(world.get(PATTERN, 'anti-p1')?.state).toBe('hidden')
    expect(world.pattern('anti-p1')?.pattern.recovered).toBe(true)
    const worse = worldAfter(...better, said('harmful', 8), said('harmful', 9))
    expect(worse.get(PATTERN, 'anti-p1')?.state).toBe('live')
    expect(worse.pattern('anti-p1')?.pattern).not.toHaveProperty('recovered')
  })

  it('is warned of no more when a person vouches for it', () => {
    const vouched = fact('pattern-promoted', { ...person, axes: ['maturity'] })
    expect(worldAfter(...harm(3), vouched).get(PATTERN, 'anti-p1')?.state).toBe('hidden')
    expect(worldAfter(...harm(3), vouched).get(PATTERN, 'p1')?.state).toBe('rule')
    const reset = fact('pattern-reset', { ...person, axes: ['maturity'] })
    expect(worldAfter(...harm(3), vouched, reset).get(PATTERN, 'anti-p1')?.state).toBe('live')
  })
})

describe('a warning', () => {
  it('has evidence of its own, which outlasts every change of its words', () => {
    const use = [
      receipt(['anti-p1'], { run: 'r9' }),
      acknowledged('anti-p1', { run: 'r9' }),
      cited('anti-p1', true, { run: 'r9' }),
      outcome({}, { run: 'r9' }),
    ]
    const world = worldAfter(...harm(3), ...use, said('harmful', 20))
    expect(world.evidence('anti-p1')).toMatchObject({ helpfulCount: 1, appliedRuns: 1 })
    expect(world.evidence('p1')).toMatchObject({ helpfulCount: 0, harmfulCount: 4 })
  })

  it('is changed twice by an event that grades it and the pattern it warns of', () => {
    const both = [
      receipt(['p1', 'anti-p1'], { run: 'r9' }),
      cited('p1', true, { run: 'r9' }),
      cited('anti-p1', true, { run: 'r9' }),
      outcome({ result: 'failure' }, { run: 'r9' }),
    ]
    const world = worldAfter(...harm(3), ...both)
    expect(world.pattern('anti-p1')).toMatchObject({
      pattern: { text: expect.stringContaining('Failed 4/4') },
      evidence: { harmfulCount: 1 },
    })
  })

  it('keeps the words that a person chose', () => {
    const edited = fact('pattern-edited', {
      ...person,
      pattern: 'anti-p1',
      text: 'Tokens are not cached here',
      textHash: 'c'.repeat(64),
    })
    const world = worldAfter(...harm(3), edited, said('harmful', 9))
    expect(world.pattern('anti-p1')?.pattern).toMatchObject({
      text: 'Tokens are not cached here',
      sightings: 4,
    })
  })

  it('does not turn into a warning against itself', () => {
    const against = ['ann', 'bob', 'eve'].map((by) => said('harmful', 3, 'anti-p1', by))
    const world = worldAfter(...harm(3), ...against)
    expect(world.pattern('anti-anti-p1')).toBeUndefined()
    expect(world.get(PATTERN, 'anti-p1')?.state).toBe('hidden')
  })
})
