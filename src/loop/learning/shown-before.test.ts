import { describe, expect, it } from 'vitest'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const states = (text: string) => `## Accumulated Patterns\n- ${text}`
const sightings = async (loop: ReturnType<typeof testLoop>, id: string) => (await loop.pattern(id)).pattern.sightings

/** A loop that knows one lesson and has shown it to run r1. */
async function shown(holdoutShare = 0) {
  const loop = testLoop({ holdoutShare })
  const pattern = await taught(loop)
  const { items } = await loop.inject({ role: 'builder', run: 'r1' })
  expect(items.map((item) => item.pattern)).toEqual(holdoutShare === 1 ? [] : [pattern])
  return { loop, pattern }
}

describe('what a run was shown', () => {
  it('is not sighted again when it states it, in the same words or nearly so', async () => {
    const { loop, pattern } = await shown()
    for (const text of [LESSON, `${LESSON} here`]) {
      const done = await loop.recordDeliberation({ text: states(text), role: 'builder', run: 'r1' })
      expect(done).toMatchObject({ patterns: [], echoes: [pattern] })
    }
    expect(await sightings(loop, pattern)).toBe(1)
  })

  it('does not become a pattern of another role that was in the run', async () => {
    const { loop, pattern } = await shown()
    const done = await loop.recordDeliberation({ text: states(LESSON), role: 'judge', run: 'r1' })
    expect(done).toMatchObject({ patterns: [], echoes: [pattern] })
    expect(await loop.patterns({ all: true })).toHaveLength(1)
  })

  it('is no learning of that run either, and the refusal says why', async () => {
    const { loop, pattern } = await shown()
    await loop.recordLearning({ agent: 'builder', lesson: LESSON, run: 'r1' })
    const { added, merged, rejected } = await loop.learn()
    expect({ added, merged }).toEqual({ added: 0, merged: 0 })
    expect(rejected[0]?.reason).toBe(`its run had been shown ${pattern}, so it is an echo and no sighting`)
  })

  it('is sighted when another run states it', async () => {
    const { loop, pattern } = await shown()
    const done = await loop.recordDeliberation({ text: states(LESSON), role: 'builder', run: 'r2' })
    expect(done).toMatchObject({ patterns: [{ pattern }], echoes: [] })
    expect(await sightings(loop, pattern)).toBe(2)
  })

  it('is sighted when the run had stated it before it was shown it', async () => {
    const { loop, pattern } = await shown()
    loop.pass(1)
    await loop.inject({ role: 'builder', run: 'r2' })
    const occurredAt = loop.context.now() - 3_600_000
    await loop.recordDeliberation({ text: states(LESSON), role: 'builder', run: 'r2', occurredAt })
    expect(await sightings(loop, pattern)).toBe(2)
  })

  it('is sighted when it was withheld from the run: that run found it by itself', async () => {
    const { loop, pattern } = await shown(1)
    await loop.recordDeliberation({ text: states(LESSON), role: 'builder', run: 'r1' })
    expect(await sightings(loop, pattern)).toBe(2)
  })
})

it('a deliberation told again gives the same echoes, and changes nothing', async () => {
  const { loop } = await shown()
  const input = { text: states(LESSON), role: 'builder', run: 'r1' }
  const first = await loop.recordDeliberation(input)
  const { position } = await loop.context.journal.head()
  expect(await loop.recordDeliberation(input)).toEqual({ ...first, duplicate: true })
  expect((await loop.context.journal.head()).position).toBe(position)
})
