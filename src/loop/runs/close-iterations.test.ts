import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'

describe('what was merely shown', () => {
  it('counts after learn, of every run, however long ago and however often learn is called', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    for (let run = 0; run < 250; run++) await loop.inject({ role: 'builder', run: `shown-${run}` })
    const total = async () => (await loop.pattern(pattern, { axes: true })).axes!.usage.total
    expect(await total()).toBe(0)
    loop.pass(200)
    await loop.learn()
    expect(await total()).toBe(250)
    const { events } = await loop.status()
    await loop.learn()
    expect(await total()).toBe(250)
    expect((await loop.status()).events).toBe(events)
  })

  it('counts the next time when its iteration was closed before it was shown', async () => {
    const loop = testLoop()
    const first = await taught(loop)
    await loop.inject({ role: 'builder', run: 'long' })
    await loop.learn()
    const second = await taught(loop, 'Prefer a queue over a timer when a worker waits', { run: 'r2' })
    await loop.inject({ role: 'builder', run: 'long' })
    await loop.learn()
    expect((await loop.pattern(first, { axes: true })).axes!.usage.total).toBe(1)
    expect((await loop.pattern(second, { axes: true })).axes!.usage.total).toBe(1)
  })

  it('is no sign of life of its run when it is counted', async () => {
    const loop = testLoop()
    await taught(loop)
    await loop.inject({ role: 'builder', run: 'old' })
    loop.pass(40)
    await loop.inject({ role: 'builder', run: 'new' })
    await loop.learn()
    const [document] = await loop.context.journal.documents([{ kind: 'run', id: 'old' }])
    expect(loop.context.now() - document!.rank).toBe(40 * 86_400_000)
  })
})
