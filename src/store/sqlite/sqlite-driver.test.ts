import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SqlDriver } from '../sql/driver.ts'
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
