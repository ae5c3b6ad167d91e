import { describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'

async function applied(): Promise<{ loop: TestLoop; pattern: string }> {
  const loop = testLoop()
  const pattern = await taught(loop, undefined, { role: 'sentinel' })
  await loop.inject({ role: 'sentinel', run: 'r1' })
  const use = { files: ['src/a.ts'], applied: [{ pattern, file: 'src/a.ts', line: 3 }] }
  await loop.recordOutcome({ run: 'r1', result: 'success', observedBy: 'none', ...use })
  return { loop, pattern }
}

const evidence = async (loop: TestLoop, id: string) => (await loop.pattern(id, { axes: true })).axes!.evidence

describe('late truth', () => {
  it('of kept work is a success for what was applied in it', async () => {
    const { loop, pattern } = await applied()
    expect(await loop.recordMerge({ run: 'r1', kept: true, reference: 'abc123' })).toEqual({
      run: 'r1',
      kept: true,
      duplicate: false,
      graded: [{ pattern, tier: 'applied' }],
    })
    expect((await evidence(loop, pattern)).successes).toBe(1)
  })

  it('of work that was taken back takes the success back, and costs the weight of the role', async () => {
    const { loop, pattern } = await applied()
    await loop.recordMerge({ run: 'r1', kept: true })
    await loop.recordMerge({ run: 'r1', kept: false, reason: 'it broke the nightly build' })
    expect(await evidence(loop, pattern)).toMatchObject({ successes: 0, ignoreWeight: 1.5 })
  })

  it.each([true, false])('told twice is one: kept %s', async (kept) => {
    const { loop } = await applied()
    await loop.recordMerge({ run: 'r1', kept })
    const { position } = await loop.context.journal.head()
    expect(await loop.recordMerge({ run: 'r1', kept, reference: 'more' })).toMatchObject({
      duplicate: true,
      graded: [],
    })
    expect((await loop.context.journal.head()).position).toBe(position)
  })

  it('that was told with the outcome is the same truth', async () => {
    const { loop } = await applied()
    await loop.recordOutcome({ run: 'r2', result: 'success', merged: true })
    expect((await loop.recordMerge({ run: 'r2', kept: true, reference: 'abc' })).duplicate).toBe(true)
  })

  it('does not undo a revert', async () => {
    const { loop } = await applied()
    await loop.recordMerge({ run: 'r1', kept: false })
    expect((await loop.recordMerge({ run: 'r1', kept: true })).duplicate).toBe(true)
  })

  it('by many at once is one', async () => {
    const { loop, pattern } = await applied()
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) => loop.recordMerge({ run: 'r1', kept: true, reference: `m${i}` })),
    )
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect((await evidence(loop, pattern)).successes).toBe(1)
  })

  it('about a run that nobody recorded is refused', async () => {
    await expect(testLoop().recordMerge({ run: 'r404', kept: true })).rejects.toThrow("There is no run 'r404'.")
  })
})
