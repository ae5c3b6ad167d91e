import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mettle, openMettle } from '../../src/open.ts'
import { administrator, describeWithPostgres, freshName } from '../servers/with-postgres.ts'

const DAY_MS = 86_400_000
const LESSON = 'Always close the database handle before the temp folder is removed, otherwise Windows keeps it locked'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-loop-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the journal of the folder again and again, with a clock that goes on. */
function doorTo(environment: Record<string, string>) {
  let now = Date.UTC(2026, 0, 1)
  const settings = { METTLE_HOME: join(folder, 'home'), METTLE_HOLDOUT_SHARE: '0', ...environment }
  return {
    open: () => openMettle({ cwd: folder, create: true, environment: settings, now: () => now }),
    pass: (days: number) => {
      now += days * DAY_MS
    },
  }
}

/** A mistake, the learning, the mistake not repeated. The journal is closed and opened again at every step. */
async function closeTheLoop(door: ReturnType<typeof doorTo>): Promise<void> {
  const step = async <T>(work: (mettle: Mettle) => Promise<T>): Promise<T> => {
    const mettle = await door.open()
    try {
      return await work(mettle)
    } finally {
      await mettle.close()
    }
  }
  await step((mettle) =>
    mettle.recordLearning({ agent: 'builder', lesson: LESSON, run: 'run-1', fixApplied: 'closed it first' }),
  )
  expect(await step((mettle) => mettle.learn())).toMatchObject({ processed: 1, added: 1 })
  door.pass(1)

  const task = 'remove the temp folder once the database tests are done'
  const shown = await step((mettle) => mettle.inject({ role: 'builder', run: 'run-2', task }))
  expect(shown.block).toContain(LESSON)
  const pattern = shown.items[0]!.pattern
  const before = await step((mettle) => mettle.pattern(pattern, { axes: true }))

  const applied = [{ pattern, file: 'test/store.test.ts', line: 12 }]
  const files = ['test/store.test.ts']
  const recorded = await step((mettle) =>
    mettle.recordOutcome({
      run: 'run-2',
      result: 'success',
      observedBy: 'test',
      files,
      applied,
      merged: true,
    }),
  )
  expect(recorded).toMatchObject({ feedback: { type: 'helpful' }, applied: [{ verified: true }] })

  const after = await step((mettle) => mettle.pattern(pattern, { axes: true }))
  expect(after.axes!.evidence).toMatchObject({ successes: 1, helpfulCount: 1, appliedRuns: 1 })
  expect(after.axes!.score).not.toBe(before.axes!.score)
  const why = await step((mettle) => mettle.why(pattern))
  expect(why.arithmetic).toMatch(
    /^value 0\.\d+ = relevance 1\.00 x effect 0\.\d+ - 0\.000 for work it is not about - 0\.0\d+ for its line; helps /,
  )
  expect(why.timeline.map(({ what }) => what).at(-1)).toBe('first recorded by builder')
  expect(why.timeline).toHaveLength(5)
  expect(why.receipts).toHaveLength(1)

  expect(await step((mettle) => mettle.rebuild())).toEqual({ events: 8 })
  expect(await step((mettle) => mettle.why(pattern))).toEqual(why)
  const checks = await step((mettle) => mettle.doctor())
  expect(checks.filter(({ verdict }) => verdict !== 'fine')).toEqual([])
  expect(await step((mettle) => mettle.status())).toMatchObject({
    events: 8,
    runs: 2,
    patterns: { showable: 1 },
  })
}

describe('the smallest whole loop', () => {
  it('closes in a repository’s own file, which is closed and opened again at every step', async () => {
    await closeTheLoop(doorTo({}))
  })

  it('says what to do where there is no journal', async () => {
    const opened = openMettle({ cwd: folder, environment: { METTLE_HOME: join(folder, 'home') } })
    await expect(opened).rejects.toMatchObject({ code: 'not-initialised', hint: 'mettle init' })
  })
})

describeWithPostgres('the smallest whole loop on PostgreSQL', (url) => {
  const name = freshName('loop')
  const database = new URL(url)
  database.pathname = `/${name}`

  beforeEach(() => onServer(`CREATE DATABASE ${name}`))
  afterEach(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`))

  async function onServer(statement: string): Promise<void> {
    const sql = administrator(url)
    await sql.unsafe(statement)
    await sql.end()
  }

  it('closes', async () => {
    await closeTheLoop(doorTo({ METTLE_DATABASE_URL: database.href }))
  })

  it('keeps its password to itself', async () => {
    const mettle = await doorTo({ METTLE_DATABASE_URL: database.href }).open()
    expect(mettle.location).toBe(`postgres://${database.host}/${name}`)
    await mettle.close()
  })
})
