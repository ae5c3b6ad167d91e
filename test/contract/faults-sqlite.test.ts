import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/port.ts'
import { type SqliteDatabase, sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { bundle } from './bundle.ts'
import { note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'
import { expectToldError, rejection } from './user-errors.ts'
import { verifyChain } from './verify-chain.ts'
import { startWriter, type Writer } from './writers.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const scope = { organisation: 'o', project: 'p' }
const projector = notesProjector()

let folder: string
let script: { file: string; remove: () => Promise<void> }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-faults-'))
  await chmod(folder, 0o755)
  script = await bundle('writer.mts')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await script?.remove()
})

let journals = 0
/** A journal with a few hundred events that another process has closed, in a folder of its own; one file holds it all. */
async function journalFile(events = 300): Promise<string> {
  const path = join(folder, `journal-${++journals}`, 'journal.db')
  await mkdir(dirname(path))
  const orders = { at: { path }, scope, name: 'w', appends: 1, batch: events, rebuildEvery: 0, padding: 200 }
  const writer = startWriter(script.file, orders)
  writer.go()
  expect([await writer.gone, writer.complaint()]).toEqual([0, ''])
  for (const extra of ['-wal', '-shm']) await rm(path + extra, { force: true })
  return path
}

async function use(path: string, waitMs?: number): Promise<void> {
  const store = await openSqliteStore({ path, ...(waitMs === undefined ? {} : { waitMs }) })
  try {
    const journal = store.journal(scope)
    await journal.read({ limit: 10_000 })
    await journal.list('thing', { limit: 10_000 })
    await journal.append([note('a')], projector)
  } finally {
    await store.close()
  }
}

/** Keeps everyone else out until the connection is closed. */
const EXCLUSIVE = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; DELETE FROM link; ROLLBACK'

describe('a locked file', () => {
  const holding = async (path: string, begin: string, work: (holder: SqliteDatabase) => Promise<void>) => {
    const Database = sqliteEngine()
    const holder = new Database(path, { timeout: 1_000 })
    holder.exec(begin)
    await work(holder).finally(() => holder.close())
  }

  it('is named as locked after the time to wait, and read meanwhile', async () => {
    const path = await journalFile()
    const store = await openSqliteStore({ path, waitMs: 50 })
    const journal = store.journal(scope)
    await holding(path, 'BEGIN EXCLUSIVE', async () => {
      const before = performance.now()
      const error = await rejection(journal.append([note('a')], projector))
      expect(performance.now() - before).toBeGreaterThan(49)
      expectToldError(error, 'store-locked', path)
      expect(error?.message).toContain('50 ms')
      expect(await journal.read({ limit: 999 })).toHaveLength(300)
    })
    await journal.append([note('a')], projector)
    expect(await verifyChain(journal)).toHaveLength(301)
    await store.close()
  })

  it('is waited for', async () => {
    const path = await journalFile()
    const store = await openSqliteStore({ path, waitMs: 10_000 })
    await holding(path, 'BEGIN EXCLUSIVE', async (holder) => {
      const appended = store.journal(scope).append([note('a')], projector)
      await sleep(200)
      holder.exec('COMMIT')
      expect(await appended).toMatchObject([{ duplicate: false }])
    })
    await store.close()
  })

  it('is waited for by one who opens it and by a reader, when even readers are locked out', async () => {
    const path = await journalFile()
    let opened: Promise<Store>
    await holding(path, EXCLUSIVE, async () => {
      expectToldError(await rejection(openSqliteStore({ path, waitMs: 60 })), 'store-locked', path)
      opened = openSqliteStore({ path, waitMs: 10_000 })
      await sleep(150)
    })
    const store = await opened!
    expect(await store.journal(scope).read({ limit: 999 })).toHaveLength(300)
    await store.close()
  })
})

describe('a damaged file', () => {
  const garbled = async (from: number, size: number) => {
    const path = await journalFile()
    const file = await open(path, 'r+')
    await file.write(randomBytes(size), 0, size, from)
    await file.close()
    return path
  }

  it('is named when its header is garbage', async () => {
    const path = await garbled(0, 200)
    expectToldError(await rejection(use(path)), 'store-corrupt', path)
  })

  it('is named when it never was a journal', async () => {
    const path = join(folder, 'letter.db')
    await writeFile(path, 'Dear Sir or Madam,\n'.repeat(100))
    expectToldError(await rejection(use(path)), 'store-corrupt', path)
  })

  it('is named when its middle is garbage', async () => {
    const path = await garbled(4_096 * 8, 4_096 * 30)
    expectToldError(await rejection(use(path)), 'store-corrupt', path)
  })

  it('is named when its end is missing', async () => {
    const path = await journalFile()
    await truncate(path, Math.floor((await stat(path)).size / 2 / 4_096) * 4_096)
    expectToldError(await rejection(use(path)), 'store-corrupt', path)
  })

  it.each(['event SET origin', 'document SET body'])('is named when a row is: %s', async (change) => {
    const path = await journalFile()
    const Database = sqliteEngine()
    const raw = new Database(path, { timeout: 1_000 })
    raw.exec(`UPDATE ${change} = '{"surf'`)
    raw.close()
    expectToldError(await rejection(use(path)), 'store-corrupt', '')
  })
})

it('holds everything in one file once it is closed', async () => {
  const path = await journalFile()
  const store = await openSqliteStore({ path })
  await store.journal(scope).append([note('a')], projector)
  await store.close()
  await copyFile(path, `${path}.copy`)
  const copy = await openSqliteStore({ path: `${path}.copy` })
  expect(await verifyChain(copy.journal(scope))).toHaveLength(301)
  await copy.close()
})

describe('a file that is not there', () => {
  it('is named when its folder is missing', async () => {
    const path = join(folder, 'nowhere', 'journal.db')
    const error = await rejection(openSqliteStore({ path }))
    expectToldError(error, 'store-missing', dirname(path))
    expect(error?.hint).toContain('mettle init')
  })

  it('is named when a folder has its place', async () => {
    expectToldError(await rejection(openSqliteStore({ path: folder })), 'store-missing', folder)
  })

  it('is made again where a file is empty', async () => {
    const path = join(folder, 'empty.db')
    await writeFile(path, '')
    await use(path)
  })
})

it('refuses a journal of a newer Mettle, and leaves it as it is', async () => {
  const path = await journalFile()
  const Database = sqliteEngine()
  const raw = new Database(path, { timeout: 1_000 })
  raw.exec('PRAGMA user_version = 99')
  const error = await rejection(openSqliteStore({ path }))
  expectToldError(error, 'store-newer', path)
  expect(error?.message).toContain('99')
  expect(raw.prepare('PRAGMA user_version').all()[0]?.user_version).toBe(99)
  raw.close()
})

/** Root may write anything, so there the writer becomes `nobody`; elsewhere it is who we are. */
describe.skipIf(process.platform === 'win32')('a file that may not be written', () => {
  const writeAs = async (path: string): Promise<Writer> => {
    const orders = { at: { path }, scope, name: 'guest', appends: 1, batch: 1, rebuildEvery: 0 }
    const writer = startWriter(script.file, { ...orders, ...(isRoot ? { uid: NOBODY } : {}) })
    await writer.ready
    writer.go()
    await writer.gone
    expect(writer.complaint()).toBe('')
    return writer
  }

  it.each([
    ['file', 0o444, 0o777],
    ['folder', 0o666, 0o555],
    ['file and its folder', 0o444, 0o555],
    ['file, not even read,', 0o000, 0o777],
  ])('is named when the %s is closed', async (_, fileMode, folderMode) => {
    const path = await journalFile()
    await chmod(path, fileMode)
    await chmod(dirname(path), folderMode)
    const writer = await writeAs(path)
    expectToldError(writer.error(), 'store-read-only', path)
    await chmod(dirname(path), 0o755)
    for (const name of await readdir(dirname(path))) await chmod(join(dirname(path), name), 0o644)
    await use(path)
  })

  it('is named when there is none yet and its folder is closed', async () => {
    const path = join(folder, 'closed', 'journal.db')
    await mkdir(dirname(path), { mode: 0o555 })
    expectToldError((await writeAs(path)).error(), 'store-read-only', path)
  })

  it('is written by the other user when it is open, so the tests above mean something', async () => {
    const path = await journalFile()
    if (isRoot) for (const part of [path, dirname(path)]) await chown(part, NOBODY, NOBODY)
    const writer = await writeAs(path)
    expect([writer.error(), writer.acknowledged]).toEqual([undefined, ['guest-1-0']])
  })
})

describe.skipIf(process.platform === 'win32')('a disk without room', () => {
  const fill = async (path: string, limit?: string): Promise<Writer> => {
    const orders = {
      at: { path },
      scope,
      name: 'w',
      appends: 100_000,
      batch: 2,
      rebuildEvery: 0,
      padding: 5_000,
    }
    const writer = startWriter(script.file, orders, limit)
    await writer.ready
    writer.go()
    await writer.gone
    expect(writer.complaint()).toBe('')
    expect(writer.acknowledged.length).toBeGreaterThan(10)
    return writer
  }
  const expectKept = async (path: string, { acknowledged }: Writer) => {
    const store = await openSqliteStore({ path })
    const journal = store.journal(scope)
    const kept = (await verifyChain(journal)).map(({ id }) => id)
    expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged)
    await journal.append([note('a')], projector)
    await journal.rebuild(projector)
    await store.close()
  }

  it('is named when a file reaches its limit, and keeps what was acknowledged', async () => {
    const path = join(folder, 'limited.db')
    const writer = await fill(path, 'ulimit -f 2000')
    expectToldError(writer.error(), 'store-failing', path)
    expect(writer.error()?.message).toContain('nothing was recorded')
    await expectKept(path, writer)
  })

  it('is named when it is full, and keeps what was acknowledged', async ({ skip }) => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'pipe' })
    } catch (error) {
      console.warn(`A full disk is not tested: ${error instanceof Error ? error.message.trim() : error}`)
      return skip('no small disk can be mounted here')
    }
    try {
      const path = join(disk, 'journal.db')
      const writer = await fill(path)
      expectToldError(writer.error(), 'store-full', path)
      execFileSync('mount', ['-o', 'remount,size=32m', disk])
      await expectKept(path, writer)
    } finally {
      execFileSync('umount', ['--lazy', disk])
    }
  })
})
