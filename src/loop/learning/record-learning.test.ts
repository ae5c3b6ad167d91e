import { describe, expect, it } from 'vitest'
import { SECRETS } from '../../../test/secrets/samples.ts'
import { LESSON, testLoop } from '../../../test/worlds/test-loop.ts'

const learning = { agent: 'builder', lesson: LESSON, run: 'r1' }

describe('a learning', () => {
  it('is one, however often and with whatever else it is told in a run', async () => {
    const loop = testLoop()
    const first = await loop.recordLearning(learning)
    expect(first.duplicate).toBe(false)
    expect(await loop.recordLearning(learning)).toEqual({ ...first, duplicate: true })
    expect(await loop.recordLearning({ ...learning, why: 'since Windows locks it' })).toEqual({
      ...first,
      duplicate: true,
    })
    expect(await loop.events('learning-captured')).toHaveLength(1)
  })

  it('is another in another run, of another agent, or where no run is known', async () => {
    const loop = testLoop()
    const { run: _, ...runless } = learning
    for (const told of [learning, { ...learning, run: 'r2' }, { ...learning, agent: 'judge' }, runless, runless])
      expect((await loop.recordLearning(told)).duplicate).toBe(false)
  })

  it('under an id that was given is a conflict when it says something else', async () => {
    const loop = testLoop()
    await loop.recordLearning({ ...learning, learning: 'mine' })
    const other = loop.recordLearning({ ...learning, learning: 'mine', lesson: `${LESSON}, and the socket` })
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
  })

  it('applies to everyone unless it says to whom', async () => {
    const loop = testLoop()
    await loop.recordLearning(learning)
    await loop.recordLearning({ ...learning, run: 'r2', appliesTo: ['judge'] })
    const told = await loop.events('learning-captured')
    expect(told.map(({ payload }) => payload.appliesTo)).toEqual([['*'], ['judge']])
  })

  it('says who told it, and how far that is trusted', async () => {
    const loop = testLoop()
    await loop.recordLearning({ ...learning, agent: 'person' })
    await loop.recordLearning({ ...learning, run: 'r2', role: 'judge', trust: 'external' })
    const told = await loop.events('learning-captured')
    expect(told.map(({ provenance }) => provenance)).toEqual([
      { source: 'person', role: 'person', trust: 'internal' },
      { source: 'external', role: 'judge', trust: 'external' },
    ])
  })

  it.each([
    ['too short a lesson', { lesson: 'Close it.' }, 'lesson'],
    ['a run that is no id', { run: 'a/../b' }, 'run'],
    ['a time that is none', { occurredAt: 1.5 }, 'occurredAt'],
    ['a time after the year 9999', { occurredAt: 1e15 }, 'occurredAt'],
    ['a trust that there is not', { trust: 'blind' }, 'trust'],
    ['a field that there is not', { colour: 'red' }, 'colour'],
  ])('is refused for %s', async (_, wrong, field) => {
    const loop = testLoop()
    const told = loop.recordLearning({ ...learning, ...wrong } as never)
    await expect(told).rejects.toMatchObject({ code: 'input', message: expect.stringContaining(field) })
    expect((await loop.status()).events).toBe(0)
  })
})

describe('our own words', () => {
  it('are cut out of every part of a learning', async () => {
    const loop = testLoop()
    const block = `<mettle>\n- something we said before (5x validated)\n</mettle>`
    await loop.recordLearning({
      ...learning,
      lesson: `${block}\n${LESSON}`,
      whatHappened: `${block} it broke`,
    })
    const [told] = await loop.events('learning-captured')
    expect(told?.payload).toMatchObject({ lesson: LESSON, whatHappened: 'it broke' })
  })

  it('are no learning by themselves', async () => {
    const loop = testLoop()
    await loop.recordLearning(learning)
    await loop.learn()
    const { block } = await loop.inject({ role: 'builder', run: 'r2' })
    expect(block).toContain(LESSON)
    const echo = loop.recordLearning({ agent: 'builder', run: 'r2', lesson: block })
    await expect(echo).rejects.toMatchObject({ code: 'own-text' })
    await loop.recordLearning({ agent: 'builder', run: 'r2', lesson: block.split('\n')[1]! })
    expect((await loop.learn()).rejected).toMatchObject([{ reason: 'it is a line that Mettle itself injected' }])
    expect((await loop.patterns())[0]?.pattern.sightings).toBe(1)
  })
})

it.each(SECRETS.slice(0, 12))(
  'a $kind in a learning is redacted before anything is made of it',
  async ({ secret, text }) => {
    const loop = testLoop()
    await loop.recordLearning({
      ...learning,
      lesson: `${LESSON}: ${text}`,
      why: text,
      trigger: text.slice(0, 200),
    })
    await loop.learn()
    await loop.inject({ role: 'builder', run: 'r2', task: text })
    const events = await loop.context.journal.read({ limit: 100 })
    expect(events).toHaveLength(4)
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(JSON.stringify(await loop.patterns({ all: true }))).not.toContain(secret)
  },
)
