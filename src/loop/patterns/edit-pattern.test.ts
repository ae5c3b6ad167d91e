import { describe, expect, it } from 'vitest'
import { documentsOf } from '../../../test/replay/history.ts'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const WHO = { by: 'ada', reason: 'clearer' }
const CLEARER = 'Close the database handle first, then remove the temp folder'
const OTHER = 'Never retry a payment without an idempotency key'

describe('editing', () => {
  it('gives a pattern other words; its evidence stays, and the old words still mean it', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const done = await loop.editPattern({ pattern, ...WHO, text: CLEARER, strength: 'rule' })
    expect(done.changed).toContain('text')
    expect(done.after).toMatchObject({ id: pattern, text: CLEARER, aliases: [LESSON], sightings: 1 })
    expect(await taught(loop, LESSON, { run: 'r2' })).toBe(pattern)
    expect(await taught(loop, CLEARER, { run: 'r3' })).toBe(pattern)
  })

  it('makes the new words mean the pattern at once, whichever way they are read', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const text = 'Never remove a temp folder while its database is open'
    await loop.editPattern({ pattern, ...WHO, text })
    expect(await taught(loop, text, { run: 'r2' })).toBe(pattern)
    expect((await loop.events('pattern-sighted')).at(-1)?.payload.joined.method).toBe('hash')
  })

  it('moves a pattern to one repository, and back to all', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const to = (repository: string) => loop.editPattern({ pattern, ...WHO, context: { repository } })
    expect(await to('*')).toMatchObject({ changed: [] })
    expect(await to('Shop')).toMatchObject({ changed: ['repositories'], after: { repositories: ['shop'] } })
    expect(await to('shop')).toMatchObject({ changed: [] })
    const { changed, after } = await to('*')
    expect([changed, after.repositories]).toEqual([['repositories'], undefined])
  })

  it('says what shows that its mistake came back, where nothing did', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const tellTale = 'npm test without "database is locked"'
    expect(await loop.editPattern({ pattern, ...WHO, tellTale })).toMatchObject({ changed: ['tellTale'] })
    expect((await loop.pattern(pattern)).pattern.tellTale).toBe(tellTale)
    expect(await loop.editPattern({ pattern, ...WHO, tellTale })).toMatchObject({ changed: [] })
  })

  it('twice changes nothing the second time, and rebuilds to the same', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const edit = { pattern, ...WHO, text: CLEARER }
    await loop.editPattern(edit)
    const { position } = await loop.context.journal.head()
    expect((await loop.editPattern(edit)).changed).toEqual([])
    expect((await loop.context.journal.head()).position).toBe(position)
    const before = await documentsOf(loop.context.journal)
    await loop.rebuild()
    expect(await documentsOf(loop.context.journal)).toEqual(before)
  })

  it('that changes nothing records nothing', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    expect((await loop.editPattern({ pattern, ...WHO, text: LESSON })).changed).toEqual([])
    expect(await loop.events('pattern-edited')).toEqual([])
  })

  it('refuses words that are another pattern, and says to merge', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const other = await taught(loop, OTHER, { run: 'r2' })
    await expect(loop.editPattern({ pattern, ...WHO, text: OTHER })).rejects.toMatchObject({
      code: 'taken',
      hint: expect.stringContaining(other),
    })
  })

  it('keeps secrets out', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await loop.editPattern({ pattern, ...WHO, text: `Never print the token ${secret} in logs` })
    expect((await loop.pattern(pattern)).pattern.text).not.toContain(secret)
  })
})

describe('merging', () => {
  async function two() {
    const loop = testLoop()
    return { loop, pattern: await taught(loop), into: await taught(loop, OTHER, { run: 'r2' }) }
  }

  it('hides the one, leaves the counts of the other, and tells both under it', async () => {
    const { loop, pattern, into } = await two()
    expect(await loop.mergePatterns({ pattern, into, ...WHO })).toEqual({
      pattern,
      into,
      changed: true,
      event: expect.any(String),
      warnings: [`'${pattern}' says what to do, '${into}' what to avoid`],
    })
    expect((await loop.inject({ role: 'builder' })).items.map((item) => item.pattern)).toEqual([into])
    const view = await loop.pattern(into)
    expect([view.pattern.sightings, view.merged?.map((record) => record.pattern.id)]).toEqual([1, [pattern]])
    expect((await loop.why(into)).notes.at(-1)).toBe(
      `${pattern}, merged into this: 1 sightings, 0 successes, 0 ignores; none of it is in the score`,
    )
  })

  it('is parted again by an undo, as if nobody had joined them', async () => {
    const { loop, pattern, into } = await two()
    const before = await loop.pattern(into)
    const { event } = await loop.mergePatterns({ pattern, into, ...WHO })
    await loop.undo({ event: event!, ...WHO })
    expect(await loop.pattern(into)).toEqual(before)
    expect((await loop.pattern(pattern)).pattern.mergedInto).toBeUndefined()
    expect(await taught(loop, LESSON, { run: 'r3' })).toBe(pattern)
  })

  it('lets who repeats the words of the one be heard as repeating the other', async () => {
    const { loop, pattern, into } = await two()
    await loop.mergePatterns({ pattern, into, ...WHO })
    expect(await taught(loop, LESSON, { run: 'r3' })).toBe(into)
    expect(await taught(loop, `${LESSON}, each time`, { run: 'r4' })).toBe(into)
  })

  it('twice changes nothing', async () => {
    const { loop, pattern, into } = await two()
    await loop.mergePatterns({ pattern, into, ...WHO })
    expect((await loop.mergePatterns({ pattern, into, ...WHO })).changed).toBe(false)
  })

  it('goes neither in circles nor in chains', async () => {
    const { loop, pattern, into } = await two()
    await expect(loop.mergePatterns({ pattern, into: pattern, ...WHO })).rejects.toThrow('already itself')
    await loop.mergePatterns({ pattern, into, ...WHO })
    const third = await taught(loop, 'Seed the generator before the simulation starts', { run: 'r6' })
    await expect(loop.mergePatterns({ pattern: third, into: pattern, ...WHO })).rejects.toThrow(`merged into '${into}'`)
    await expect(loop.mergePatterns({ pattern, into: third, ...WHO })).rejects.toThrow('before')
  })
})
