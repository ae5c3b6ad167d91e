import { describe, expect, it } from 'vitest'
import { forgotten, NOTHING_KEPT } from '../../../test/worlds/forgotten.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'

const NAME = 'login-eval'

describe('a score', () => {
  it('that fell becomes a learning with its tags, and then a pattern', async () => {
    const loop = testLoop()
    for (let i = 0; i < 5; i++) await loop.recordScore({ name: NAME, value: 0.8 })
    const fell = await loop.recordScore({ name: NAME, value: 0.6, details: 'three of ten logins failed' })
    expect(fell).toMatchObject({ regressed: true, mean: 0.8, drop: 0.25, duplicate: false })
    const [captured] = await loop.events('learning-captured')
    expect(captured?.payload).toMatchObject({
      learning: fell.learning,
      lesson:
        'The score of login-eval fell from a mean of 0.80 to 0.60, by 25%; what changed before it deserves a look',
      context: { tags: ['eval-failure', NAME, 'regression'] },
      whatHappened: 'three of ten logins failed',
    })
    expect(await loop.learn()).toMatchObject({ added: 1 })
    expect((await loop.patterns())[0]?.pattern.tags).toContain('regression')
  })

  it('is recorded once in a run, and so is what was learned from it', async () => {
    const loop = testLoop()
    await loop.recordScore({ name: NAME, value: 0.8, run: 'r1' })
    expect(await loop.recordScore({ name: NAME, value: 0.5, run: 'r2' })).toMatchObject({ regressed: true })
    expect(await loop.recordScore({ name: NAME, value: 0.5, run: 'r2' })).toMatchObject({ duplicate: true })
    expect(await loop.events('learning-captured')).toHaveLength(1)
    await expect(loop.recordScore({ name: NAME, value: 0.4, run: 'r2' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it.each([{ id: 'nightly-1' }, { occurredAt: 1_700_000_000_000 }])('is recorded once with %j', async (own) => {
    const loop = testLoop()
    await loop.recordScore({ name: NAME, value: 0.8 })
    const fell = { name: NAME, value: 0.5, ...own }
    expect(await loop.recordScore(fell)).toMatchObject({ regressed: true, duplicate: false })
    expect(await loop.recordScore(fell)).toMatchObject({ duplicate: true })
    await expect(loop.recordScore({ ...fell, value: 0.4 })).rejects.toMatchObject({ code: 'conflict' })
    expect(await loop.events('score-recorded')).toHaveLength(2)
    await expect(loop.recordScore({ ...fell, id: '../up' })).rejects.toThrow(/^id:/)
  })

  it('is known when its words are in the archive', async () => {
    const loop = testLoop({ retention: NOTHING_KEPT })
    await loop.recordScore({ name: NAME, value: 0.8, run: 'r1' })
    await forgotten(loop)
    expect(await loop.recordScore({ name: NAME, value: 0.8, run: 'r1' })).toMatchObject({ duplicate: true })
    await expect(loop.recordScore({ name: NAME, value: 0.7, run: 'r1' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('is compared with its own past alone', async () => {
    const loop = testLoop()
    await loop.recordScore({ name: NAME, value: 0.9 })
    expect(await loop.recordScore({ name: 'other', value: 0.1 })).toMatchObject({ regressed: false })
  })

  it('lies between 0 and 1', async () => {
    await expect(testLoop().recordScore({ name: NAME, value: 1.2 })).rejects.toThrow(/value/)
    await expect(testLoop().recordScore({ name: NAME, value: Number.NaN })).rejects.toThrow(/value/)
  })
})
