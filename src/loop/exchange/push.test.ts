import { describe, expect, it } from 'vitest'
import { LESSON, sharedInMemory, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import type { SharedPlace } from './shared-place.ts'

const by = 'a person'
const OTHER = 'Never retry a payment request without an idempotency key'

describe('a push', () => {
  it('gives what is worth sharing, with counts of its own, and tells what is kept back', async () => {
    const loop = testLoop({ project: 'web' })
    const id = await taught(loop)
    const other = await taught(loop, OTHER, { run: 'r1' })
    await loop.recordFeedback({ subject: 'pattern', id, type: 'helpful', by })
    expect(await loop.push({ by })).toMatchObject({
      pushed: [{ pattern: id, isNew: true }],
      passedOver: [{ pattern: other, reason: 'seen, but without other evidence yet' }],
    })
    const { patterns, sources } = await loop.organisation()
    expect(patterns).toMatchObject([
      {
        pattern: id,
        text: LESSON,
        own: true,
        by,
        evidence: { sightings: 1, helpful: 1, helpfulMass: 1, days: 1 },
      },
    ])
    expect(sources).toMatchObject([{ project: 'web', own: true, patterns: 1 }])
    const [told] = await loop.timeline({ types: ['pattern-pushed.v1'] })
    expect(told?.words).toMatch(new RegExp(`^shared with .* by ${by}: ${LESSON}`))
  })

  it('sends nothing again that has not changed, and what has changed in its place', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    await loop.push({ by, all: true })
    expect(await loop.push({ by, all: true })).toMatchObject({ pushed: [], unchanged: 1 })
    await taught(loop, LESSON, { run: 'r1' })
    expect(await loop.push({ by, all: true })).toMatchObject({ pushed: [{ pattern: id, isNew: false }] })
    expect((await loop.organisation()).patterns.map(({ evidence }) => evidence.sightings)).toEqual([2])
  })

  it('sends words that were changed and changed back', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    for (const text of [LESSON, OTHER, LESSON, OTHER, LESSON]) {
      await loop.editPattern({ pattern, by, reason: 'better', text })
      await loop.push({ by, all: true })
      expect((await loop.organisation()).patterns.map((held) => held.text)).toEqual([text])
    }
  })

  it('that broke off is taken up by the next one, under the same event', async () => {
    const place = sharedInMemory()
    let isDown = true
    const flaky: SharedPlace = {
      ...place,
      put: async (shared) => {
        if (isDown) throw new Error('the network is gone')
        await place.put(shared)
      },
    }
    const loop = testLoop({ shared: flaky })
    await taught(loop)
    await expect(loop.push({ by, all: true })).rejects.toThrow('the network is gone')
    isDown = false
    expect((await loop.push({ by, all: true })).pushed).toHaveLength(1)
    const facts = await loop.events('pattern-pushed')
    expect((await loop.organisation()).patterns.map(({ event }) => event)).toEqual(facts.map(({ id }) => id))
    expect(facts).toHaveLength(1)
  })

  it('never sends on what was pulled, and only its own counts once it was seen here', async () => {
    const place = sharedInMemory()
    const web = testLoop({ project: 'web', store: openMemoryStore(), shared: place, name: 'w' })
    const api = testLoop({
      project: 'api',
      store: openMemoryStore(),
      shared: place,
      share: { trusted: ['web'] },
      name: 'a',
    })
    for (const run of ['r0', 'r1', 'r2']) await taught(web, LESSON, { run })
    await web.push({ by })
    await api.pull()
    expect(await api.push({ by, all: true })).toMatchObject({
      pushed: [],
      passedOver: [{ reason: 'it came from elsewhere, and this project has not learned it itself' }],
    })
    api.pass(1)
    await taught(api)
    await api.push({ by, all: true })
    const { patterns } = await api.organisation()
    expect(patterns.map(({ project, evidence }) => [project, evidence.sightings])).toEqual([
      ['web', 3],
      ['api', 1],
    ])
  })

  it('of a pattern by its id says at once why it is not shared', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    expect((await loop.push({ by, patterns: [pattern] })).pushed).toHaveLength(1)
    await loop.deprecatePattern({ pattern, by, reason: 'wrong' })
    await expect(loop.push({ by, patterns: [pattern] })).rejects.toMatchObject({ code: 'not-shared' })
    await expect(loop.push({ by, patterns: ['p-none'] })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('tried out changes nothing', async () => {
    const loop = testLoop()
    await taught(loop)
    const { position } = await loop.context.journal.head()
    expect((await loop.push({ by, all: true, dryRun: true })).pushed).toHaveLength(1)
    expect((await loop.context.journal.head()).position).toBe(position)
    expect((await loop.organisation()).patterns).toEqual([])
  })
})
