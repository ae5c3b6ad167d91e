import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { sqliteDump } from './dump.ts'
import { freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

/** More than a rebuild holds in memory: after 20,000 documents it writes them. */
const THINGS = 21_000
const BATCH = 3_000
const projector = notesProjector()

async function largeJournal() {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-large-'))
  const path = join(folder, 'journal.db')
  const store = await openSqliteStore({ path, durable: false })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const journal = store.journal(freshScope())
  const starts = Array.from({ length: THINGS / BATCH }, (_, i) => i * BATCH)
  for (const from of [...starts, 0]) {
    const batch = Array.from({ length: BATCH }, (_, i) => note(`t${from + i}`, {}, { stream: `s${i}` }))
    await journal.append(batch, projector)
  }
  return { path, journal }
}

it('rebuilds more documents than it holds in memory, to the same bytes', async () => {
  const { path, journal } = await largeJournal()
  const folded = sqliteDump(path, journal.scope)
  const progress: number[] = []
  await journal.rebuild(projector, { onProgress: (done) => progress.push(done) })
  expect(sqliteDump(path, journal.scope)).toEqual(folded)
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
  expect(progress.at(-1)).toBe(THINGS + BATCH)
}, 60_000)

it('goes on where it was interrupted, unless the events or the policy changed since', async () => {
  const { path, journal } = await largeJournal()
  const folded = sqliteDump(path, journal.scope)
  /** Interrupts a rebuild after some events, and says from where it began. */
  const begins = async (after: number, by = projector) => {
    const seen: number[] = []
    const onProgress = (done: number) => {
      seen.push(done)
      if (done >= after) throw new Error('interrupted')
    }
    await expect(journal.rebuild(by, { onProgress })).rejects.toThrow('interrupted')
    return seen[0]
  }
  expect(await begins(20_500)).toBe(0)
  const { size } = await stat(path)
  const from = (await begins(20_500))!
  expect(from).toBeGreaterThan(18_000)
  expect(await begins(0)).toBe(from)
  expect((await stat(path)).size).toBe(size)
  expect(await journal.rebuild(projector)).toEqual({ events: THINGS + BATCH })
  expect(sqliteDump(path, journal.scope)).toEqual(folded)

  expect(await begins(20_500)).toBe(0)
  await journal.erase((await journal.read({ limit: 1 }))[0]!.id)
  expect(await begins(20_500)).toBe(0)
  expect(await begins(0, notesProjector('policy-2'))).toBe(0)
}, 120_000)
