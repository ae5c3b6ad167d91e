import { describe, expect, it } from 'vitest'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const said = { by: 'ann', reason: 'from a forked issue' }

describe('quarantine by a person', () => {
  it('keeps a pattern from being shown until a person releases it', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const shown = async () => (await loop.inject({ role: 'builder' })).block.includes(LESSON)
    expect(await shown()).toBe(true)
    expect(await loop.quarantinePattern({ pattern, ...said })).toMatchObject({ changed: true })
    expect(await shown()).toBe(false)
    loop.pass(3)
    await taught(loop, `${LESSON}.`, { run: 'r1' })
    expect(await shown()).toBe(false)
    expect(await loop.releasePattern({ pattern, ...said })).toMatchObject({ quarantined: false })
    expect(await shown()).toBe(true)
  })

  it('is said to wait for a person, and what came from outside for a sighting, too', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const changes = async (id: string) => (await loop.why(id)).standing.next
    const release = (id: string) =>
      `may be shown when a person vouches for it: mettle pattern release ${id} --reason "..."`
    expect(await changes(pattern)).not.toContain(release(pattern))
    await loop.quarantinePattern({ pattern, ...said })
    expect((await changes(pattern))[0]).toBe(release(pattern))
    const outside = await taught(loop, 'Never trust the clock of a build host, for it drifts', {
      run: 'r2',
      trust: 'external',
    })
    expect(await changes(outside)).toEqual(
      expect.arrayContaining([
        "may be shown, in this project's words, as soon as it is seen here on another day than it came, by builder",
        release(outside),
      ]),
    )
  })

  it('records nothing when it is so already', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    expect(await loop.releasePattern({ pattern, ...said })).toMatchObject({ changed: false })
    expect(await loop.events('pattern-quarantined')).toEqual([])
  })

  it('vouches at once for what came from outside', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, LESSON, { trust: 'external' })
    expect((await loop.inject({ role: 'builder' })).block).toBe('')
    await loop.releasePattern({ pattern, ...said })
    expect((await loop.inject({ role: 'builder' })).block).toContain(LESSON)
  })
})
