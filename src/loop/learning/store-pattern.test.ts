import { describe, expect, it } from 'vitest'
import { LESSON, testLoop } from '../../../test/worlds/test-loop.ts'

describe('storing a pattern', () => {
  it('makes one at once, or sees the known one again', async () => {
    const loop = testLoop()
    const stored = await loop.storePattern({ role: 'judge', text: LESSON })
    expect(stored).toMatchObject({ status: 'new', pattern: expect.stringMatching(/^p-/) })
    expect(await loop.storePattern({ role: 'judge', text: `${LESSON}.` })).toMatchObject({
      status: 'known',
      pattern: stored.pattern,
    })
    const { pattern, axes } = await loop.pattern(stored.pattern!, { axes: true })
    const { evidence } = axes!
    expect(pattern).toMatchObject({ role: 'judge', sightings: 2, appliesTo: ['judge'] })
    expect(evidence.successes).toBe(0)
  })

  it('takes run, phase and labels from the deliberation, and counts once in it', async () => {
    const loop = testLoop()
    const { deliberation } = await loop.recordDeliberation({
      role: 'judge',
      run: 'r1',
      phase: 'review',
      labels: ['auth'],
      text: 'Nothing to report here.',
    })
    const stored = await loop.storePattern({ role: 'judge', text: LESSON, deliberation })
    expect(await loop.storePattern({ role: 'judge', text: LESSON, deliberation })).toMatchObject({
      status: 'known',
      pattern: stored.pattern,
    })
    expect((await loop.pattern(stored.pattern!)).pattern).toMatchObject({
      sightings: 1,
      labels: ['auth'],
      phases: ['review'],
    })
  })

  it('refuses what is no pattern, and a deliberation that is not there', async () => {
    const loop = testLoop()
    const refused = await loop.storePattern({ role: 'judge', text: 'ok ok ok ok ok ok ok ok ok' })
    expect(refused).toMatchObject({ status: 'refused', reason: expect.stringMatching(/./) })
    const asked = loop.storePattern({ role: 'judge', text: LESSON, deliberation: 'd-none' })
    await expect(asked).rejects.toMatchObject({ code: 'not-found', hint: 'mettle deliberation list' })
  })
})

describe('querying patterns', () => {
  it('lifts what was learned in such work, and leaves no receipt', async () => {
    const loop = testLoop()
    const learned = (lesson: string, labels: string[]) =>
      loop.recordLearning({ agent: 'judge', lesson, appliesTo: ['judge'], context: { labels } })
    await learned('The token cache lives in the memory of the worker', ['auth'])
    await learned('The report renders every chart twice', ['ui'])
    await loop.learn()
    const texts = async (labels: string[]) =>
      (await loop.queryPatterns({ role: 'judge', labels })).map(({ pattern }) => pattern.text)
    expect((await texts(['ui']))[0]).toContain('chart')
    expect((await texts(['auth']))[0]).toContain('cache')
    expect(await loop.queryPatterns({ role: 'judge', limit: 1 })).toHaveLength(1)
    expect(await loop.queryPatterns({ role: 'lens' })).toEqual([])
    expect(await loop.events('pattern-injected')).toEqual([])
  })
})
