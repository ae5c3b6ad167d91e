import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'

describe('the feed', () => {
  it('gives facts in the order of the journal, after a position, with where the journal stands', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const all = await loop.feed()
    expect(all.events.map(({ position }) => position)).toEqual(all.events.map((_, index) => index + 1))
    const { events, position } = await loop.feed({ after: 1, limit: 1 })
    expect(position).toBe(all.position)
    expect(events).toEqual([all.events[1]])
    const sighted = await loop.feed({ types: ['pattern-sighted.v1'], run: 'r0' })
    expect(sighted.events).toMatchObject([{ payload: { pattern } }])
  })

  it('keeps the place of a fact that was erased', async () => {
    const loop = testLoop()
    await taught(loop)
    const { id } = (await loop.feed()).events[0]!
    await loop.erase({ event: id, by: 'ann', reason: 'a name in it' })
    expect((await loop.feed()).events[0]).toMatchObject({ id, payload: null })
  })
})

describe('news', () => {
  it('names the kinds of facts, the patterns and the runs, each once', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const { position } = await loop.news()
    const news = await loop.news({ after: 0 })
    expect(news).toMatchObject({ position, patterns: [pattern], runs: ['r0'], more: false })
    expect(news.types).toContain('learning-captured.v1')
    expect(await loop.news({ after: position })).toEqual({
      position,
      types: [],
      patterns: [],
      runs: [],
      more: false,
    })
  })
})
