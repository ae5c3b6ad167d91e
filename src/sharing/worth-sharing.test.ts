import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../test/worlds/test-loop.ts'
import { showPattern } from '../loop/patterns/patterns.ts'
import { whyNotShared } from './share-pattern.ts'

const worthy = { everything: false }

async function seenOnce() {
  const loop = testLoop()
  return { loop, id: await taught(loop) }
}

describe('what is worth sharing', () => {
  it('is not what was merely seen, unless everything is asked for', async () => {
    const { loop, id } = await seenOnce()
    const view = await showPattern(loop.context, id)
    expect(whyNotShared(view, worthy)).toBe('seen, but without other evidence yet')
    expect(whyNotShared(view, { everything: true })).toBeUndefined()
  })

  it('is what a person promotes, or helpful feedback speaks for', async () => {
    const { loop, id } = await seenOnce()
    await loop.promotePattern({ pattern: id, by: 'a person', reason: 'it holds' })
    expect(whyNotShared(await showPattern(loop.context, id), worthy)).toBeUndefined()
    const other = await seenOnce()
    await other.loop.recordFeedback({ subject: 'pattern', id: other.id, type: 'helpful', by: 'a person' })
    expect(whyNotShared(await showPattern(other.loop.context, other.id), worthy)).toBeUndefined()
  })

  it('is not what a person retired, though everything is asked for', async () => {
    const { loop, id } = await seenOnce()
    await loop.deprecatePattern({ pattern: id, by: 'a person', reason: 'wrong' })
    expect(whyNotShared(await showPattern(loop.context, id), { everything: true })).toMatch(/^retired: /)
  })

  it('is not what came from outside, though a person let it be shown', async () => {
    const loop = testLoop()
    const id = await taught(loop, undefined, { trust: 'external' })
    expect(whyNotShared(await showPattern(loop.context, id), { everything: true })).toMatch(/came from elsewhere/)
    loop.pass(1)
    await taught(loop, undefined, { run: 'r1' })
    expect(whyNotShared(await showPattern(loop.context, id), { everything: true })).toBeUndefined()
  })

  it('is not what holds in one repository alone', async () => {
    const loop = testLoop()
    const id = await taught(loop, undefined, { context: { repository: 'shop' } })
    expect(whyNotShared(await showPattern(loop.context, id), { everything: true })).toBe('it is for shop alone')
  })
})
