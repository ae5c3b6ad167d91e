import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { sqliteDump } from './dump.ts'
import { freshScope, note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'

const THINGS = 21_000
const BATCH = 3_000
const projector = notesProjector()

it('rebuilds more documents than it holds in memory, to the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-large-'))
  const path = join(folder, 'journal.db')
  const store = await openSqliteStore({ path, durable: false })
  const journal = store.journal(freshScope())
  const starts = Array.from({ length: THINGS / BATCH }, (_, i) => i * BATCH)
  for (const from of [...starts, 0]) {
    const batch = Array.from({ length: BATCH }, (_, i) => note(`t${from + i}`, {}, { stream: `s${i}` }))
    await journal.append(batch, projector)
  }
  const folded = sqliteDump(path, journal.scope)
  const progress: number[] = []
  await journal.rebuild(projector, { onProgress: (done) => progress.push(done) })
  expect(sqliteDump(path, journal.scope)).toEqual(folded)
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
  expect(progress.at(-1)).toBe(THINGS + BATCH)
  await store.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)
