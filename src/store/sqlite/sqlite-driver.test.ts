import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../port.ts'
import type { SqlDriver } from '../sql/driver.ts'
import { selectEvents } from '../sql/select-events.ts'
import { openSqliteDriver } from './sqlite-driver.ts'

const SCOPE = { organisation: 'o', project: 'p' }
/** SQLite's own numbers for how far a commit waits for the disk. */
const [NEVER, BEFORE_CHECKPOINTS, ALWAYS] = [0, 1, 2]

let folder: string
let driver: SqlDriver
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-driver-'))
})
afterEach(async () => {
  await driver.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(durable: boolean): Promise<void> {
  driver = await openSqliteDriver({
    path: join(folder, 'journal.db'),
    waitMs: 1_000,
    durable,
    newJournalId: () => 'j',
  })
}

async function waitOf(options?: Parameters<SqlDriver['write']>[2]): Promise<unknown> {
  const [row] = await driver.write(SCOPE, (session) => session.all('PRAGMA synchronous', []), options)
  return row?.synchronous
}

describe('a commit', () => {
  it('waits for the disk, unless the writer goes on without it, and then again', async () => {
    await open(true)
    expect(await waitOf()).toBe(ALWAYS)
    expect(await waitOf({ waitsForDisk: false })).toBe(BEFORE_CHECKPOINTS)
    expect(await waitOf({ waitsForDisk: false })).toBe(BEFORE_CHECKPOINTS)
    expect(await waitOf()).toBe(ALWAYS)
  })

  it('waits again after one that failed', async () => {
    await open(true)
    const broken = driver.write(SCOPE, () => Promise.reject(new Error('broken')), { waitsForDisk: false })
    await expect(broken).rejects.toThrow('broken')
    expect(await waitOf({ waitsForDisk: true })).toBe(ALWAYS)
  })

  it('never waits where durability is switched off', async () => {
    await open(false)
    expect([await waitOf(), await waitOf({ waitsForDisk: false })]).toEqual([NEVER, NEVER])
  })
})

describe('reading a few events of a long journal', () => {
  const wholePlanOf = async (options: Omit<ReadOptions, 'limit'>) => {
    const { sql, parameters } = selectEvents(['o', 'p'], { ...options, limit: 10 }, { generation: 1 }, driver.dialect)
    const rows = await driver.read(SCOPE, (session) => session.all(`EXPLAIN QUERY PLAN ${sql}`, parameters))
    return rows.map(({ detail }) => String(detail))
  }
  const planOf = async (options: Omit<ReadOptions, 'limit'>) => (await wholePlanOf(options))[0]

  it('finds the events of a stream by its index, in order', async () => {
    await open(true)
    for (const newestFirst of [false, true])
      expect(await planOf({ stream: 'run/r', types: ['outcome-recorded'], newestFirst })).toMatch(
        /event_stream \(organisation=\? AND project=\? AND stream=\?\)$/,
      )
  })

  it('looks up each event about a thing instead of walking the journal', async () => {
    await open(true)
    expect(await planOf({ subject: 'pattern/p', upTo: 9, newestFirst: true })).toMatch(
      /event_position \(organisation=\? AND project=\? AND position=\?\)$/,
    )
  })

  it('finds the events of some types by their index, however few they are', async () => {
    await open(true)
    for (const newestFirst of [false, true]) {
      const plan = await wholePlanOf({ after: 7, upTo: 99, types: ['outcome-recorded', 'goal-evaluated'], newestFirst })
      expect(plan[0]).toMatch(/event_position \(organisation=\? AND project=\? AND position=\?\)$/)
      const sought = plan.filter((step) => /type=\? AND position>\? AND position<\?\)$/.test(step))
      expect(sought.length).toBeGreaterThanOrEqual(2)
      expect(plan.join('\n')).not.toContain('SCAN event')
    }
  })
})

describe('searching among many documents', () => {
  it('counts them once, and not for each that is found', async () => {
    await open(true)
    const sql = `EXPLAIN QUERY PLAN ${driver.dialect.search(true)}`
    const parameters = ['o', 'p', 1, 'pattern', '"word"', 10]
    const plan = await driver.read(SCOPE, (session) => session.all(sql, parameters))
    expect(plan.map(({ detail }) => String(detail)).join('\n')).not.toContain('CORRELATED')
  })
})
