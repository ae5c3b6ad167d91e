import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { COUNTS, sharedBy } from '../../test/worlds/shared.ts'
import { ALIAS, aliasId } from './documents/documents.ts'
import { ORIGIN, originId, PUSHED, SOURCE } from './documents/sharing-documents.ts'

const { event: _, pushedAt: __, by: ___, project, journal, pattern, ...content } = sharedBy()
const nowhere = { run: undefined }
const pushed = (at: number, sightings: number) =>
  fact(
    'pattern-pushed',
    {
      ...content,
      pattern,
      organisation: 'acme',
      project,
      journal,
      by: 'a person',
      evidence: { ...COUNTS, sightings },
    },
    { ...nowhere, at },
  )
const pulled = (more: object = {}) =>
  fact(
    'pattern-pulled',
    {
      ...content,
      pattern: 'p1',
      sourceProject: project,
      sourceJournal: journal,
      sourcePattern: pattern,
      sourceEvent: 'push-1',
      pushedAt: DAY_ZERO,
      textHash: 'a'.repeat(64),
      joined: { method: 'new', similarity: 0 },
      ...more,
    },
    { ...nowhere, trust: 'quarantined' },
  )
const id = originId(journal, pattern)

describe('what was pushed', () => {
  it('is the newest of each journal and pattern, in whatever order it arrives', () => {
    const pushes = [pushed(DAY_ZERO, 1), pushed(DAY_ZERO + 2, 3), pushed(DAY_ZERO + 1, 2)]
    const held = worldOf(pushes).get(PUSHED, id)?.body
    expect(held).toMatchObject({ event: 'e2', pushedAt: DAY_ZERO + 2, evidence: { sightings: 3 } })
    expect(held).not.toHaveProperty('organisation')
  })
})

describe('what was pulled', () => {
  it('is known by its journal and pattern, and its journal by its first project', () => {
    const world = worldOf([pulled(), pulled({ sourceProject: 'api', sourceEvent: 'push-0', pushedAt: DAY_ZERO - 1 })])
    expect(world.get(ORIGIN, id)?.body).toMatchObject({
      pattern: 'p1',
      event: 'push-1',
      trust: 'quarantined',
    })
    expect(world.get(SOURCE, journal)?.body).toEqual({ project: 'web' })
  })

  it('is found under its words, but takes no words away', () => {
    const words = aliasId({ role: 'builder', polarity: 'do', textHash: 'a'.repeat(64) })
    expect(worldOf([pulled()]).get(ALIAS, words)?.body).toEqual({ pattern: 'p1' })
    const own = sighting({ pattern: 'p2', role: 'builder', textHash: 'a'.repeat(64) })
    expect(worldOf([own, pulled()]).get(ALIAS, words)?.body).toEqual({ pattern: 'p2' })
    const near = pulled({ joined: { method: 'jaccard', similarity: 0.9 } })
    expect(worldOf([near]).get(ALIAS, words)).toBeUndefined()
  })

  it('makes no pattern of one that it leaves', () => {
    const world = worldOf([pulled({ left: 'p2' })])
    expect(world.pattern('p1')).toBeDefined()
    expect(world.pattern('p2')).toBeUndefined()
    expect(world.subjects.at(-1)).toContain('pattern/p2')
  })

  it('does not begin a pattern again by way of one that it leaves', () => {
    const world = worldOf([sighting({ pattern: 'p1' }), pulled({ left: 'p2' })])
    expect(world.pattern('p1')?.pattern).toMatchObject({ sightings: 1, trust: 'internal' })
  })

  it('is hidden from runs, and found by its words', () => {
    expect(worldOf([pulled()]).get('pattern', 'p1')).toMatchObject({ state: 'hidden' })
  })
})
