import { describe, expect, it } from 'vitest'
import { adapterRuns } from '../../../test/worlds/adapter-runs.ts'
import { archivesInMemory, LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { RETENTION } from '../../engine/laws/retention.ts'
import { appendFacts } from '../journal/append-facts.ts'

const OTHER = 'Never trust the clock of another machine, because it may be wrong'
const said = { by: 'ada', reason: 'a mistake' }

describe('replay', () => {
  it('gives what the verbs answered then, byte for byte', async () => {
    const loop = testLoop()
    await taught(loop)
    await adapterRuns(loop, '+--')
    const asOf = loop.context.now()
    const then = [await loop.patterns(), await loop.policy(), await loop.report()]
    loop.pass(3)
    await taught(loop, OTHER, { run: 'r9' })
    const replayed = await loop.replay({ asOf })
    expect([replayed.patterns, replayed.policy, replayed.report]).toEqual(then)
    expect(await loop.patterns()).toHaveLength(2)
  })

  it('still counts what was undone later, and not what was undone before', async () => {
    const loop = testLoop()
    await taught(loop)
    const before = loop.context.now()
    loop.pass(1)
    const [captured] = await loop.events('learning-captured')
    await loop.undo({ event: captured!.id, ...said })
    expect((await loop.replay({ asOf: before })).patterns).toHaveLength(1)
    expect((await loop.replay({ asOf: loop.context.now() })).patterns).toHaveLength(0)
  })

  it('knows nothing of the time before the first fact', async () => {
    const loop = testLoop()
    await taught(loop)
    expect(await loop.replay({ asOf: 0 })).toMatchObject({ position: 0, patterns: [], archivedUpTo: 0 })
  })

  it('reads what is archived from the archive, and says so when it is not here', async () => {
    const archives = archivesInMemory()
    const retention = { ...RETENTION, maxRuns: 1, maxLogLines: 0, protectedWindowMinutes: 0 }
    const loop = testLoop({ retention, archives })
    await taught(loop)
    const asOf = loop.context.now()
    loop.pass(1)
    await loop.recordLearning({ agent: 'builder', lesson: OTHER, run: 'r9' })
    expect((await loop.forget()).upTo).toBe(4)
    const replayed = await loop.replay({ asOf })
    expect(replayed).toMatchObject({ archivedUpTo: 3, patterns: [{ pattern: { text: LESSON } }] })
    for (const { name } of archives.list()) archives.remove(name)
    await expect(loop.replay({ asOf })).rejects.toMatchObject({ code: 'archive-missing' })
  })
})

describe('verifying', () => {
  it('finds every byte the same, also after an undo', async () => {
    const loop = testLoop()
    await taught(loop)
    await adapterRuns(loop, '+--')
    expect((await loop.verifyReplay()).problems).toEqual([])
    await loop.undo({ run: 'r0', ...said })
    const verified = await loop.verifyReplay()
    expect(verified.problems).toEqual([])
    expect(verified.documents).toBeGreaterThan(3)
  })

  it('finds a document that does not follow from the facts', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const { journal, projector } = loop.context
    const [fact] = await journal.read({ types: ['pattern-sighted'], limit: 1 })
    await journal.undo([], [{ event: fact!.id, undone: true }], projector)
    expect((await loop.verifyReplay()).problems).toContain(`pattern/${pattern} is missing in the store`)
  })

  it('reads what is archived from the archive, and says so when it is not here', async () => {
    const archives = archivesInMemory()
    const retention = { ...RETENTION, maxRuns: 1, maxLogLines: 0, protectedWindowMinutes: 0 }
    const loop = testLoop({ retention, archives })
    await taught(loop)
    loop.pass(1)
    await loop.recordLearning({ agent: 'builder', lesson: OTHER, run: 'r9' })
    await loop.forget()
    expect(await loop.verifyReplay()).toMatchObject({ events: 5, problems: [] })
    for (const { name } of archives.list()) archives.remove(name)
    await expect(loop.verifyReplay()).rejects.toMatchObject({ code: 'archive-missing' })
  })

  it('compares page after page', async () => {
    const loop = testLoop()
    const drafts = Array.from({ length: 2_100 }, (_, n) => ({
      type: 'run-merged' as const,
      stream: `run/r${n}`,
      run: `r${n}`,
      payload: { run: `r${n}` },
    }))
    await appendFacts(loop.context, drafts)
    const { documents, problems } = await loop.verifyReplay()
    expect(problems).toEqual([])
    expect(documents).toBeGreaterThan(2_100)
    const { journal, projector } = loop.context
    const facts = await journal.read({ types: ['run-merged'], newestFirst: true, limit: 30 })
    await journal.undo(
      [],
      facts.map(({ id }) => ({ event: id, undone: true })),
      projector,
    )
    expect((await loop.verifyReplay()).problems).toHaveLength(20)
  })

  it('says that the documents are of other settings', async () => {
    const loop = testLoop()
    await taught(loop)
    const { createProjector } = await import('../../projection/projector.ts')
    const other = createProjector({ ...POLICY, inject: { ...POLICY.inject, minScore: 0.5 } })
    await loop.context.journal.rebuild(other)
    expect((await loop.verifyReplay()).problems[0]).toContain('mettle rebuild')
  })
})
