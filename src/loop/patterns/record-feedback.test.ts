import { describe, expect, it } from 'vitest'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'

const said = { subject: 'criterion', id: 'type_safe', type: 'helpful', by: 'ann' } as const

describe('feedback', () => {
  it('counts once for the same voice in the same run or task, and each time without either', async () => {
    const loop = testLoop()
    expect(await loop.recordFeedback({ ...said, run: 'r1' })).toMatchObject({ duplicate: false, weight: 1 })
    expect(await loop.recordFeedback({ ...said, run: 'r1' })).toMatchObject({ duplicate: true })
    await expect(loop.recordFeedback({ ...said, run: 'r1', type: 'harmful' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await loop.recordFeedback({ ...said, task: 't1' })
    await loop.recordFeedback(said)
    await loop.recordFeedback(said)
    expect((await loop.criteria())[0]).toMatchObject({ criterion: 'type_safe', helpful: 4, harmful: 0 })
  })

  it('says at once that praise for a pattern of the own role counts for nothing', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const { role } = (await loop.pattern(pattern)).pattern
    const own = { ...said, subject: 'pattern', id: pattern, by: role.toUpperCase() } as const
    expect((await loop.recordFeedback(own)).note).toContain("nobody's praise counts for a pattern of their own")
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.helpfulCount).toBe(0)
    expect((await loop.recordFeedback({ ...own, type: 'harmful', run: 'r1' })).note).toBeUndefined()
    expect((await loop.recordFeedback({ ...own, by: 'ann' })).note).toBeUndefined()
  })

  it('finds a pattern by as much of its id as is unmistakable', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const recorded = await loop.recordFeedback({ ...said, subject: 'pattern', id: pattern.slice(0, 8) })
    expect(recorded.id).toBe(pattern)
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.helpfulCount).toBe(1)
    await expect(loop.recordFeedback({ ...said, subject: 'pattern', id: 'p-nothing' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('is refused by name when a field is wrong', async () => {
    await expect(testLoop().recordFeedback({ ...said, weight: 2 })).rejects.toThrow(/weight/)
  })
})

describe('criteria', () => {
  it('are unknown without feedback, and fade with it', async () => {
    const loop = testLoop()
    expect((await loop.criteria())[0]).toMatchObject({ known: false, weight: 1 })
    await loop.recordFeedback({ ...said, type: 'harmful' })
    loop.pass(90)
    await loop.recordFeedback(said)
    const [typeSafe] = await loop.criteria({ scores: { type_safe: 0.9 } })
    expect(typeSafe!.weight).toBeCloseTo(0.6667, 4)
    expect(typeSafe!.score!.weighted).toBeCloseTo(0.6, 4)
  })

  it('are deprecated to nothing by harm, and held at the floor before', async () => {
    const loop = testLoop()
    await loop.recordFeedback({ ...said, type: 'harmful' })
    await loop.recordFeedback({ ...said, type: 'harmful' })
    expect((await loop.criteria())[0]).toMatchObject({ weight: 0.1, deprecated: false })
    await loop.recordFeedback({ ...said, type: 'harmful' })
    expect((await loop.criteria())[0]).toMatchObject({ weight: 0, deprecated: true })
  })

  it('refuse a score that is none', async () => {
    await expect(testLoop().criteria({ scores: { readable: 2 } })).rejects.toThrow(/'readable' is 2/)
  })
})
