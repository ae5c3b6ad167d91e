import { describe, expect, it } from 'vitest'
import { archivesInMemory, LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { RETENTION } from '../../engine/laws/retention.ts'

const SMALL = { ...RETENTION, maxRuns: 3, maxLogLines: 10_000 }

/** Ten runs on ten days, each shown the lesson and each ended well. */
async function tenRuns(loop: TestLoop): Promise<string> {
  const pattern = await taught(loop)
  await runsOf(loop, pattern, 'run')
  return pattern
}

async function runsOf(loop: TestLoop, pattern: string, name: string): Promise<void> {
  for (let day = 1; day <= 10; day++) {
    loop.pass(1)
    const run = `${name}-${day}`
    await loop.inject({ role: 'builder', run })
    await loop.recordOutcome({
      run,
      result: 'success',
      files: ['a.ts'],
      applied: [{ pattern, file: 'a.ts', line: 1 }],
    })
  }
  loop.pass(1)
}

describe('retention', () => {
  it('keeps the newest runs whole and everything that followed from the rest', async () => {
    const loop = testLoop({ retention: SMALL })
    await tenRuns(loop)
    const before = await loop.patterns()
    const retained = await loop.forget()
    expect(retained).toMatchObject({ dryRun: false, runs: 8, archive: { name: expect.any(String) } })
    expect(await loop.patterns()).toEqual(before)
    await loop.rebuild()
    expect(await loop.patterns()).toEqual(before)
    const texts = await loop.events('outcome-recorded')
    expect(texts.map(({ run }) => run)).toEqual(['run-8', 'run-9', 'run-10'])
  })

  it('shows what would go and changes nothing', async () => {
    const archives = archivesInMemory()
    const loop = testLoop({ retention: SMALL, archives })
    await tenRuns(loop)
    const { position } = await loop.context.journal.head()
    const plan = await loop.forget({ dryRun: true })
    expect(plan).toMatchObject({ dryRun: true, runs: 8, byType: { 'learning-captured.v1': 1 } })
    expect(plan.events + plan.staying).toBe(position)
    expect(archives.list()).toEqual([])
    expect((await loop.context.journal.head()).checkpoint).toBe(0)
  })

  it('does nothing the second time, and says how much stays', async () => {
    const loop = testLoop({ retention: SMALL })
    await tenRuns(loop)
    await loop.forget()
    expect(await loop.forget()).toMatchObject({ events: 0, upTo: 0 })
  })

  it('never touches a run that is under way', async () => {
    const loop = testLoop({ retention: { ...SMALL, maxRuns: 1, maxLogLines: 0 } })
    await loop.inject({ role: 'builder', run: 'long' })
    await tenRuns(loop)
    await loop.inject({ role: 'builder', run: 'long' })
    expect(await loop.forget()).toMatchObject({ events: 0 })
  })

  it('brings everything back, after several times too', async () => {
    const loop = testLoop({ retention: SMALL })
    const pattern = await tenRuns(loop)
    await loop.forget()
    expect((await loop.why(pattern)).archived).toBeGreaterThan(5)
    await runsOf(loop, pattern, 'later')
    await loop.forget()
    const { checkpoint } = await loop.context.journal.head()
    expect(checkpoint).toBeGreaterThan(0)
    const restored = await loop.restore()
    expect(restored.archives).toHaveLength(2)
    expect((await loop.context.journal.head()).checkpoint).toBe(0)
    expect((await loop.why(pattern)).archived).toBeUndefined()
    expect(await loop.events('outcome-recorded')).toHaveLength(20)
    const held = await loop.patterns()
    await loop.rebuild()
    expect(await loop.patterns()).toEqual(held)
  })

  it('says which facts are missing when an archive is lost, and restores the rest', async () => {
    const archives = archivesInMemory()
    const loop = testLoop({ retention: SMALL, archives })
    await tenRuns(loop)
    await loop.forget()
    const [lost] = archives.list()
    archives.remove(lost!.name)
    await expect(loop.restore()).rejects.toMatchObject({ code: 'archive-missing' })
    expect((await loop.context.journal.head()).checkpoint).toBeGreaterThan(0)
  })

  it('erases an archived fact from the archive and from the checkpoint too', async () => {
    const archives = archivesInMemory()
    const loop = testLoop({ retention: SMALL, archives })
    await tenRuns(loop)
    const [captured] = await loop.events('learning-captured')
    await loop.forget()
    const { checkpoint } = await loop.context.journal.head()
    await loop.erase({ event: captured!.id, by: 'ann', reason: 'a name got in' })
    expect((await loop.context.journal.head()).checkpoint).toBe(checkpoint)
    const kept = []
    for (const { name } of archives.list()) for await (const page of archives.read(name)) kept.push(...page)
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(LESSON)
    await loop.rebuild()
    expect(JSON.stringify(await loop.patterns())).not.toContain(LESSON)
    expect((await loop.restore()).events).toBe(kept.length)
  })
})
