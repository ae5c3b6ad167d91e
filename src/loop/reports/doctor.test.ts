import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SqliteFile } from '../../../test/worlds/sqlite-file.ts'
import { LESSON, sealsInMemory, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { openSealKeeper } from '../../machine/gate/seal-keeper.ts'
import type { Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { appendFacts, JOURNAL_STREAM } from '../journal/append-facts.ts'
import type { SealKeeper } from '../journal/seal.ts'
import { shownCheck } from './doctor.ts'

const OTHER_LESSON = 'Close the pool when the server ends, otherwise the process hangs for ever'

let file: SqliteFile
let store: Store
let seals: SealKeeper
let loop: TestLoop

beforeEach(async () => {
  file = new SqliteFile()
  store = await openSqliteStore({ path: file.path, durable: false })
  seals = sealsInMemory()
  loop = testLoop({ store, seals })
  await taught(loop)
  await loop.inject({ role: 'builder', run: 'r1' })
  await loop.recordOutcome({ run: 'r1', result: 'success' })
})

afterEach(async () => {
  await store.close()
  file.remove()
})

const check = async (name: string) => (await loop.doctor()).find((item) => item.name === name)

it('says when hooks choose among fewer patterns than may be shown', async () => {
  expect(await check('patterns')).toBeUndefined()
  expect(shownCheck(10_000)).toEqual([])
  expect(shownCheck(12_345)).toMatchObject([
    { verdict: 'warning', detail: 'hooks choose among the best 10,000 of each state; 12,345 patterns may be shown' },
  ])
})

describe('a part that fell quiet', () => {
  it('is told by status as by doctor, by the same number of days', async () => {
    expect((await loop.status()).quiet).toEqual({ afterDays: 14, parts: [] })
    loop.pass(13)
    expect((await loop.status()).quiet.parts).toEqual([])
    loop.pass(1)
    expect((await loop.status()).quiet.parts).toEqual(['capture', 'learn', 'inject'])
    await loop.inject({ role: 'builder', run: 'r2' })
    expect((await loop.status()).quiet.parts).toEqual(['capture', 'learn'])
    expect(await check('patterns injected')).toMatchObject({ verdict: 'fine' })
    expect(await check('learnings captured')).toMatchObject({ verdict: 'warning' })
  })

  it('is none that never ran while there is no run or in the first days, and one that never ran after that', async () => {
    const fresh = testLoop()
    expect((await fresh.status()).quiet.parts).toEqual([])
    await fresh.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test' })
    fresh.pass(13)
    expect((await fresh.status()).quiet.parts).toEqual([])
    fresh.pass(1)
    expect((await fresh.status()).quiet.parts).toEqual(['capture', 'learn', 'inject'])
  })
})

describe('doctor', () => {
  it('finds nothing to fix in a sound journal', async () => {
    expect((await loop.doctor()).filter(({ verdict }) => verdict !== 'fine')).toEqual([])
    expect(await check('journal')).toMatchObject({ detail: '5 events, none altered' })
    expect(await check('seal')).toMatchObject({ detail: 'holds up to event 3' })
  })

  it('finds a payload that was altered', async () => {
    file.tamper((database) =>
      database.exec(`UPDATE event SET payload = replace(payload, 'success', 'failure') WHERE position = 5`),
    )
    expect(await check('journal')).toMatchObject({
      verdict: 'broken',
      detail: expect.stringMatching(/^event 5 .* has different content from what was recorded$/),
    })
  })

  it.each([
    ['its time', `occurred_at = occurred_at - 1`, 'was altered'],
    ['its provenance', `provenance = '{"source":"mettle","trust":"external"}'`, 'was altered'],
    ['its digest', `payload_digest = hash`, 'has different content from what was recorded'],
    ['its link', `previous_hash = hash`, 'does not follow what is before it'],
    ['its version', `version = 9`, 'is out of order'],
  ])('finds an event with %s altered', async (_, change, problem) => {
    file.tamper((database) => database.exec(`UPDATE event SET ${change} WHERE position = 3`))
    expect(await check('journal')).toMatchObject({
      verdict: 'broken',
      detail: expect.stringContaining(problem),
    })
  })

  it('finds an event that is gone from the middle', async () => {
    file.tamper((database) => database.exec('DELETE FROM event WHERE position = 4'))
    expect(await check('journal')).toMatchObject({
      verdict: 'broken',
      detail: expect.stringContaining('position 4 is missing'),
    })
  })

  it('finds a journal that was cut, though every link in it holds', async () => {
    await loop.learn()
    cut(2)
    expect(await check('journal')).toMatchObject({ verdict: 'fine' })
    expect(await check('seal')).toMatchObject({
      verdict: 'broken',
      detail: 'the journal was cut: it reached event 6 and now ends at 2',
    })
  })

  it('still finds it when the journal has grown again, and learning does not seal it over', async () => {
    await loop.learn()
    cut(2)
    for (const run of ['r7', 'r8', 'r9', 'r10']) await loop.recordOutcome({ run, result: 'success' })
    await loop.learn()
    expect(await check('journal')).toMatchObject({ verdict: 'fine' })
    expect(await check('seal')).toMatchObject({
      verdict: 'broken',
      detail: 'the journal up to event 6 is not what was sealed',
    })
  })

  it.each([
    ['seal', (folder: string, journal: string) => join(folder, 'seals', `${journal}.json`)],
    ['key', (folder: string) => join(folder, 'seal-key.pem')],
  ])('tells of a damaged %s which file it is, and learning goes on without sealing', async (_what, fileOf) => {
    const kept = testLoop({ seals: openSealKeeper(file.folder) })
    await taught(kept)
    const { journal } = await kept.context.journal.head()
    const damaged = fileOf(file.folder, journal)
    writeFileSync(damaged, '{"sig')
    await kept.recordLearning({ agent: 'builder', lesson: OTHER_LESSON, run: 'r2' })
    expect(await kept.learn()).toMatchObject({ processed: 1 })
    const found = (await kept.doctor()).find(({ name }) => name === 'seal')
    expect(found).toMatchObject({ verdict: 'broken', detail: expect.stringContaining(damaged) })
    expect(found?.fix).toContain(`rm ${fileOf.length === 1 ? '-r ' : ''}${damaged}`)
    expect(readFileSync(damaged, 'utf8')).toBe('{"sig')
  })

  it('finds a seal that someone else signed', async () => {
    const { journal } = await loop.context.journal.head()
    seals.keep({ ...seals.last(journal)!, signature: 'forged' })
    expect(await check('seal')).toMatchObject({
      verdict: 'broken',
      detail: expect.stringContaining('not signed'),
    })
  })

  it('takes an erased payload for what it is', async () => {
    const [captured] = await loop.events('learning-captured')
    await loop.erase({ event: captured!.id, by: 'ann', reason: 'a secret' })
    expect(await check('journal')).toMatchObject({
      verdict: 'fine',
      detail: '8 events, none altered, 3 erased',
    })
    expect(await check('seal')).toMatchObject({ verdict: 'fine' })
  })

  it('asks for a rebuild when the settings changed', async () => {
    const other = testLoop({
      store,
      seals,
      policy: { ...POLICY, penalty: { ...POLICY.penalty, otherWeight: 2 } },
    })
    expect(await other.status()).toMatchObject({ policyIsCurrent: false })
    expect((await other.doctor()).find(({ name }) => name === 'policy')).toMatchObject({
      fix: 'mettle rebuild',
    })
    await other.rebuild()
    expect(await other.status()).toMatchObject({ policyIsCurrent: true })
  })

  it('takes for quiet what the settings say, whoever asks', async () => {
    loop.pass(3)
    expect(await check('patterns injected')).toMatchObject({ verdict: 'fine' })
    const patient = testLoop({ store, seals, quietDays: 2 })
    patient.pass(3)
    const checks = await patient.doctor()
    expect(checks.find(({ name }) => name === 'patterns injected')).toMatchObject({
      detail: expect.stringContaining('quiet for more than 2 days'),
    })
  })

  it('raises an alarm over a part that fell quiet, and over failures', async () => {
    loop.pass(15)
    await appendFacts(loop.context, [
      {
        type: 'loop-failed',
        payload: { part: 'hook', code: 'timeout', message: 'took 60 ms' },
        stream: JOURNAL_STREAM,
      },
    ])
    expect(await check('patterns injected')).toMatchObject({
      verdict: 'warning',
      detail: expect.stringMatching(/^15 days ago/),
    })
    expect(await check('failures')).toMatchObject({ detail: '1 recorded, the last in hook: took 60 ms' })
    const empty = testLoop()
    expect((await empty.doctor()).map(({ verdict }) => verdict)).toEqual(Array(10).fill('fine'))
  })

  it('raises an alarm over learnings that nobody processes', async () => {
    for (let i = 0; i < 100; i++)
      await loop.recordLearning({ agent: 'builder', lesson: `${LESSON}, case ${i}`, run: `q${i}` })
    expect(await check('backlog')).toMatchObject({ verdict: 'warning', fix: 'mettle learn' })
  })

  /** Cuts the journal after a position, as a careful forger would: rows, streams and head agree. */
  function cut(after: number): void {
    file.tamper((database) => {
      database.exec(`DELETE FROM event WHERE position > ${after}`)
      database.exec('DELETE FROM stream')
      database.exec(`INSERT INTO stream SELECT organisation, project, stream, version, hash FROM event e
        WHERE version = (SELECT max(version) FROM event o WHERE o.stream = e.stream)`)
      database.exec(`UPDATE head SET position = ${after}`)
    })
  }
})

describe('status', () => {
  it('tells which errors are open and which tasks failed three times', async () => {
    const loop = testLoop()
    const { error } = await loop.recordError({ task: 't1', message: 'no such table' })
    await loop.recordError({ message: 'no such column' })
    await loop.resolveError({ error })
    for (const task of ['t1', 't1', 't1', 't2'])
      await loop.recordStrike({ task, attempt: 'add it', reason: 'the test was red' })
    expect((await loop.status()).troubles).toEqual({ openErrors: 1, struckOut: 1 })
  })

  it('tells what the loop holds and when each part last lived', async () => {
    loop.pass(1)
    await loop.recordLearning({ agent: 'builder', lesson: 'done done done done done', run: 'r2' })
    expect(await loop.status()).toEqual({
      organisation: 'local',
      project: 'world',
      journal: expect.stringMatching(/./),
      events: 6,
      runs: 3,
      patterns: { showable: 1, all: 1 },
      learnings: { pending: 1, rejected: 0 },
      troubles: { openErrors: 0, struckOut: 0 },
      conflicts: [],
      overlays: { tight: 0, stale: [] },
      suggestions: [],
      spool: { waiting: 0, refused: 0 },
      quiet: { afterDays: 14, parts: [] },
      heartbeats: {
        capture: loop.context.now(),
        learn: loop.context.now() - 86_400_000,
        inject: loop.context.now() - 86_400_000,
        judge: loop.context.now() - 86_400_000,
      },
      failures: 0,
      policyIsCurrent: true,
    })
  })
})
