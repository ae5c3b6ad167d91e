import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHistory, asNew } from '../../../test/worlds/any-event.ts'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Document } from '../../domain/document.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { RETENTION } from '../../engine/laws/retention.ts'
import { Replay } from '../../projection/replay.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'

const said = { by: 'ada', reason: 'recorded by mistake' }
const bytes = (document: Document) => canonicalJson({ ...document })

/** Every document that a fold of the journal makes in which some facts say nothing. */
async function foldedWithout(loop: TestLoop, undone: ReadonlySet<string>): Promise<string[]> {
  const replay = new Replay(loop.context.projector)
  for (const { undone: _, ...fact } of await loop.context.journal.read({ limit: 100_000 })) {
    const event = undone.has(fact.id) ? undefined : readEvent(fact)
    if (event !== undefined) replay.add(event)
  }
  return replay.documents().map(bytes).sort()
}

async function kept(loop: TestLoop, like: readonly string[]): Promise<string[]> {
  const kinds = new Set(like.map((text) => (JSON.parse(text) as Document).kind))
  const found = await Promise.all([...kinds].map((kind) => loop.context.journal.list(kind, { limit: 100_000 })))
  return found.flat().map(bytes).sort()
}

async function expectAsIfNever(loop: TestLoop, undone: ReadonlySet<string>): Promise<void> {
  const expected = await foldedWithout(loop, undone)
  expect(await kept(loop, expected)).toEqual(expected)
}

describe('undoing many facts', () => {
  it('leaves what a person decided, unless that person or the decision is named', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    await loop.quarantinePattern({ pattern: id, by: 'ada', reason: 'not to be trusted' })
    const isQuarantined = async () => (await loop.pattern(id)).pattern.quarantined
    await expect(loop.undo({ source: 'person', ...said })).rejects.toMatchObject({ code: 'not-found' })
    expect(await isQuarantined()).toBe(true)
    const [decision] = (await loop.context.journal.read({ limit: 100 })).filter(
      ({ type }) => type === 'pattern-quarantined.v1',
    )
    await loop.undo({ event: decision!.id, ...said })
    expect(await isQuarantined()).toBe(false)
  })
})

describe('undoing one fact', () => {
  it('leaves everything as if any fact of any history had never been recorded', async () => {
    const property = fc.asyncProperty(anyHistory, fc.nat(), fc.nat(), async (history, a, b) => {
      fc.pre(history.length > 1)
      const loop = testLoop()
      await loop.context.journal.append(history.map(asNew), loop.context.projector)
      const [first, second] = [history[a % history.length]!.id, history[b % history.length]!.id]
      const final = new Set(['payload-erased', 'retention-applied', 'event-undone'])
      const undone = new Set<string>()
      for (const id of new Set([first, second])) {
        if (final.has(history.find((event) => event.id === id)!.type)) continue
        expect(await loop.undo({ event: id, alone: true, ...said })).toMatchObject({
          changed: true,
          factsTotal: 1,
        })
        undone.add(id)
      }
      await expectAsIfNever(loop, undone)
      await loop.context.journal.rebuild(loop.context.projector)
      await expectAsIfNever(loop, undone)
    })
    await fc.assert(property, { numRuns: 60 })
  })

  it('takes the sighting of a learning with it, and shows what moves', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const [captured] = await loop.events('learning-captured')
    const undone = await loop.undo({ event: captured!.id, ...said })
    expect(undone.facts.map(({ type, because }) => [type, because])).toEqual([
      ['learning-captured.v1', 'asked'],
      ['learning-classified.v1', 'follows'],
      ['pattern-sighted.v1', 'follows'],
    ])
    expect(undone.radius.patterns).toMatchObject([{ id: pattern, from: { text: LESSON, sightings: 1 }, to: null }])
    expect(await loop.patterns({ all: true })).toEqual([])
    expect(await loop.events('pattern-sighted')).toEqual([])
  })

  it('tells how far a belief moves, where patterns are weighed by it', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const pattern = await taught(loop)
    const { run } = await loop.inject({ role: 'builder', run: 'r1' })
    await loop.acknowledge({ run, message: `Applied: "${LESSON}" -> [src/a.ts:1]` })
    await loop.recordOutcome({ run, result: 'failure', observedBy: 'test' })
    const [outcome] = await loop.events('outcome-recorded')
    const { helps } = (await loop.pattern(pattern)).standing
    const { radius } = await loop.undo({ event: outcome!.id, ...said })
    const now = (await loop.pattern(pattern)).standing
    const rounded = (share: number) => Math.round(share * 100) / 100
    expect(rounded(helps)).not.toBe(rounded(now.helps))
    expect(radius.patterns).toMatchObject([
      { id: pattern, from: { helps: rounded(helps) }, to: { helps: rounded(now.helps) } },
    ])
  })

  it('leaves the label and the sighting when asked to take the fact alone', async () => {
    const loop = testLoop()
    await taught(loop)
    const [captured] = await loop.events('learning-captured')
    expect((await loop.undo({ event: captured!.id, alone: true, ...said })).factsTotal).toBe(1)
    expect(await loop.patterns()).toHaveLength(1)
  })

  it('changes nothing the second time, and lets the fact count again when the undo is undone', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const before = await foldedWithout(loop, new Set())
    const [captured] = await loop.events('learning-captured')
    const first = await loop.undo({ event: captured!.id, ...said })
    expect(await loop.undo({ event: captured!.id, ...said })).toMatchObject({ changed: false, factsTotal: 0 })
    const back = await loop.undo({ event: first.undo!, ...said })
    expect(back.radius.patterns).toMatchObject([{ id: pattern, from: null, to: { sightings: 1 } }])
    const patterns = (all: string[]) => all.filter((text) => text.includes('"kind":"pattern"'))
    expect(patterns(await kept(loop, before))).toEqual(patterns(before))
    await loop.undo({ event: back.undo!, ...said })
    expect(await loop.patterns({ all: true })).toEqual([])
  })

  it('tells what was done on its strength', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const { receipt } = await loop.inject({ role: 'builder', run: 'r1' })
    const [captured] = await loop.events('learning-captured')
    const { actedOn } = await loop.undo({ event: captured!.id, dryRun: true, ...said })
    expect(actedOn).toMatchObject({
      injectionsTotal: 1,
      injections: [{ receipt, run: 'r1', patterns: [pattern] }],
    })
  })

  it('is seen by who kept patterns in memory', async () => {
    const store = openMemoryStore()
    const [loop, other] = [testLoop({ store }), testLoop({ store, name: 'x' })]
    await taught(loop)
    await taught(loop, 'Never commit the generated folder of the parser', { run: 'r5' })
    expect((await other.inject({ role: 'builder', run: 'r1' })).items).toHaveLength(2)
    const [captured] = await loop.events('learning-captured')
    await loop.undo({ event: captured!.id, ...said })
    expect((await other.inject({ role: 'builder', run: 'r2' })).items).toHaveLength(1)
  })

  it('changes nothing in a dry run', async () => {
    const loop = testLoop()
    await taught(loop)
    const { position } = await loop.context.journal.head()
    const [captured] = await loop.events('learning-captured')
    expect(await loop.undo({ event: captured!.id, dryRun: true, ...said })).toMatchObject({ changed: true })
    expect((await loop.context.journal.head()).position).toBe(position)
    expect(await loop.patterns()).toHaveLength(1)
  })

  it('lets another outcome be recorded in its place, and leaves the same one undone', async () => {
    const loop = testLoop()
    const outcome = {
      run: 'r1',
      durationMs: 1_000,
      errorCount: 0,
      retryCount: 0,
      observedBy: 'record' as const,
    }
    await loop.recordOutcome({ ...outcome, result: 'failure' })
    await expect(loop.recordOutcome({ ...outcome, result: 'success' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const [recorded] = await loop.events('outcome-recorded')
    await loop.undo({ event: recorded!.id, ...said })
    await loop.recordOutcome({ ...outcome, result: 'failure' })
    expect((await loop.runs())[0]?.result ?? 'open').toBe('open')
    await loop.recordOutcome({ ...outcome, result: 'success' })
    await loop.recordOutcome({ ...outcome, result: 'success' })
    expect(await loop.runs()).toMatchObject([{ result: 'success' }])
  })

  it('brings archived words back for it, and archives them again', async () => {
    const retention = { ...RETENTION, maxRuns: 1, maxLogLines: 0, protectedWindowMinutes: 0 }
    const loop = testLoop({ retention })
    await taught(loop)
    await loop.recordLearning({ agent: 'builder', lesson: 'Prefer whole words in every name', run: 'r9' })
    loop.pass(1)
    const { upTo } = await loop.forget()
    expect(upTo).toBeGreaterThan(0)
    const [captured] = await loop.context.journal.read({ limit: 1 })
    await loop.undo({ event: captured!.id, ...said })
    expect(await loop.patterns({ all: true })).toEqual([])
    expect((await loop.context.journal.head()).checkpoint).toBe(upTo)
  })

  it.each([
    [{}, 'usage'],
    [{ event: 'e1', run: 'r1' }, 'usage'],
    [{ event: 'nothing-like-it' }, 'not-found'],
    [{ run: 'nothing-like-it' }, 'not-found'],
    [{ source: 'nothing-like-it' }, 'not-found'],
    [{ event: 'e1', reason: '' }, 'input'],
  ])('refuses %j', async (scope, code) => {
    const loop = testLoop()
    await taught(loop)
    await expect(loop.undo({ ...said, ...scope })).rejects.toMatchObject({ code })
  })
})

describe('rolling back', () => {
  it('takes back all that a run contributed, and nothing else', async () => {
    const loop = testLoop()
    await taught(loop, LESSON, { run: 'good' })
    await taught(loop, 'Never commit the generated folder of the parser', { run: 'bad' })
    await loop.recordOutcome({ run: 'bad', result: 'success', observedBy: 'record' })
    const undone = await loop.undo({ run: 'bad', ...said })
    expect(undone.radius.patterns).toHaveLength(1)
    expect(undone.radius.runs).toMatchObject([{ id: 'bad', to: null }])
    expect((await loop.patterns({ all: true })).map(({ pattern }) => pattern.text)).toEqual([LESSON])
    await loop.undo({ event: undone.undo!, ...said })
    expect(await loop.patterns({ all: true })).toHaveLength(2)
    expect(await loop.runs()).toHaveLength(2)
  })

  it('takes back all that came through a door', async () => {
    const loop = testLoop()
    await taught(loop)
    const imported = { ...loop.context, origin: { surface: 'import' as const } }
    const { recordLearning } = await import('../learning/record-learning.ts')
    await recordLearning(imported, { agent: 'builder', lesson: 'Imported words about the cache', run: 'r2' })
    expect(await loop.undo({ source: 'import', ...said })).toMatchObject({ changed: true, factsTotal: 1 })
    expect(await loop.patterns()).toHaveLength(1)
  })
})
