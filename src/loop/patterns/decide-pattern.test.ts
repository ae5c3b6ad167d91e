import { describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'

const WHO = { by: 'ada', reason: 'seen it often enough' }

async function known(): Promise<{ loop: TestLoop; pattern: string }> {
  const loop = testLoop()
  return { loop, pattern: await taught(loop) }
}

async function feedback(loop: TestLoop, pattern: string, type: 'helpful' | 'harmful', times: number) {
  for (let i = 0; i < times; i++)
    await appendFacts(loop.context, [
      {
        type: 'feedback-given',
        payload: { subject: 'pattern', id: pattern, type, weight: 1, by: `ada ${i}` },
        stream: runStream('r9'),
      },
    ])
}

describe('promoting', () => {
  it('makes a pattern active and proven, and says how little speaks for it', async () => {
    const { loop, pattern } = await known()
    expect(await loop.promotePattern({ pattern, ...WHO })).toEqual({
      pattern,
      changed: true,
      axes: ['lifecycle', 'maturity'],
      before: 'new',
      after: 'proven',
      warnings: ['it has 0 helpful feedback; evidence alone asks for 3'],
    })
  })

  it('does not warn from three helpful on', async () => {
    const { loop, pattern } = await known()
    await feedback(loop, pattern, 'helpful', 3)
    expect((await loop.promotePattern({ pattern, ...WHO })).warnings).toEqual([])
  })

  it('is the proof that was missing, and why says so', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const pattern = await taught(loop)
    const changes = async () => (await loop.why(pattern)).standing.next.join()
    expect(await changes()).toContain('a person makes it proven')
    await loop.promotePattern({ pattern, ...WHO })
    expect(await changes()).toContain('only a person can change that')
  })

  it('releases what is held, for a person', async () => {
    const { loop, pattern } = await known()
    await loop.quarantinePattern({ pattern, ...WHO })
    expect(await loop.promotePattern({ pattern, ...WHO })).toMatchObject({
      after: 'proven',
      warnings: [expect.any(String), expect.stringMatching(/^it was held .* is now released$/)],
    })
    expect((await loop.pattern(pattern)).pattern.quarantined).toBe(false)
  })

  it('moves one axis where one is asked for', async () => {
    const { loop, pattern } = await known()
    const done = await loop.promotePattern({ pattern, ...WHO, axes: ['lifecycle'] })
    expect(done).toMatchObject({ axes: ['lifecycle'], after: 'proven' })
    const { axes } = await loop.pattern(pattern, { axes: true })
    expect(axes).toMatchObject({ lifecycle: 'active', maturity: 'unknown' })
  })

  it('changes nothing when it is active and proven already', async () => {
    const { loop, pattern } = await known()
    await loop.promotePattern({ pattern, ...WHO })
    const { position } = await loop.context.journal.head()
    expect(await loop.promotePattern({ pattern, ...WHO })).toMatchObject({
      changed: false,
      axes: [],
      warnings: [],
    })
    expect((await loop.context.journal.head()).position).toBe(position)
  })

  it('holds against time and against harmful feedback, until a person resets it', async () => {
    const { loop, pattern } = await known()
    await loop.promotePattern({ pattern, ...WHO })
    await feedback(loop, pattern, 'harmful', 5)
    loop.pass(400)
    const { axes } = await loop.pattern(pattern, { axes: true })
    expect(axes).toMatchObject({ lifecycle: 'active', maturity: 'proven' })
    const { after } = await loop.resetPattern({ pattern, ...WHO })
    expect(after).toBe('doubted')
  })

  it.each(['person', 'evidence', 'age'])('is refused when %s deprecated it, and allowed after a reset', async (by) => {
    const { loop, pattern } = await known()
    if (by === 'person') await loop.deprecatePattern({ pattern, ...WHO })
    if (by === 'evidence') await feedback(loop, pattern, 'harmful', 4)
    if (by === 'age') loop.pass(61)
    await expect(loop.promotePattern({ pattern, ...WHO })).rejects.toThrow(/is retired .*reset it first/)
    expect((await loop.resetPattern({ pattern, ...WHO })).changed).toBe(true)
    expect((await loop.promotePattern({ pattern, ...WHO })).after).toBe('proven')
  })
})

describe('deprecating', () => {
  it('keeps the pattern out of every block, and its reason in sight', async () => {
    const { loop, pattern } = await known()
    await loop.deprecatePattern({ pattern, by: 'ada', reason: 'wrong since the rewrite' })
    expect((await loop.inject({ role: 'builder' })).items).toEqual([])
    expect((await loop.why(pattern)).standing.because).toContain('wrong since the rewrite')
  })

  it('twice changes nothing', async () => {
    const { loop, pattern } = await known()
    await loop.deprecatePattern({ pattern, ...WHO })
    expect((await loop.deprecatePattern({ pattern, ...WHO })).changed).toBe(false)
  })
})

describe('resetting', () => {
  it('changes nothing when there is no decision', async () => {
    const { loop, pattern } = await known()
    expect((await loop.resetPattern({ pattern, ...WHO })).changed).toBe(false)
  })

  it('says when the evidence goes on deprecating it', async () => {
    const { loop, pattern } = await known()
    await feedback(loop, pattern, 'harmful', 4)
    expect((await loop.resetPattern({ pattern, ...WHO })).warnings).toEqual([
      'its maturity is deprecated by the evidence, and stays so unless it is promoted',
    ])
  })
})

describe('any decision', () => {
  it('names who and why', async () => {
    const { loop, pattern } = await known()
    await expect(loop.promotePattern({ pattern, by: '', reason: '' })).rejects.toMatchObject({
      code: 'input',
    })
  })

  it('of many at once is taken one after the other, each on the facts as they are', async () => {
    const { loop, pattern } = await known()
    const all = await Promise.all(Array.from({ length: 8 }, () => loop.promotePattern({ pattern, ...WHO })))
    expect(all.filter(({ changed }) => changed)).toHaveLength(1)
    expect(await loop.events('pattern-promoted')).toHaveLength(1)
  })

  it('about a pattern that does not exist is refused', async () => {
    await expect(testLoop().promotePattern({ pattern: 'p-none', ...WHO })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
