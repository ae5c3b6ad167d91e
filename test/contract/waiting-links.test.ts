import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Projector } from '../../src/domain/document.ts'
import type { Store } from '../../src/store/port.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { fact, freshScope } from './facts.ts'

const THINGS = 5_000

/** Links an event to the things that it names, and keeps no document. */
const linking: Projector = {
  policyHash: 'policy-1',
  needs: () => [],
  fold: (event) => ({ documents: [], subjects: (event.payload as { things: string[] }).things }),
}

const about = (...things: number[]) =>
  fact({ payload: { things: things.map((thing) => `thing/${(thing * 7919) % THINGS}`) } })

let folder: string
let path: string
let store: Store

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-links-'))
  path = join(folder, 'journal.db')
  store = await openSqliteStore({ path })
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

function rowsIn(table: string): number {
  const Database = sqliteEngine()
  const database = new Database(path, { timeout: 5_000, readOnly: true })
  const [row] = database.prepare(`SELECT count(*) AS n FROM ${table}`).all()
  database.close()
  return row!.n as number
}

it('lets the links of 127 facts wait at most, and loses none when they are moved', async () => {
  const journal = store.journal(freshScope())
  for (let n = 1; n <= 300; n++) {
    await journal.append([about(n, n + 1)], linking)
    expect(rowsIn('waiting_link')).toBe(n % 128)
    expect(rowsIn('link')).toBe(2 * (n - (n % 128)))
  }
})

it('puts the links of a large batch in their places at once', async () => {
  const journal = store.journal(freshScope())
  await journal.append([about(1, 1)], linking)
  await journal.append(
    Array.from({ length: 200 }, (_, n) => about(n)),
    linking,
  )
  expect([rowsIn('waiting_link'), rowsIn('link')]).toEqual([0, 201])
})

it('writes few pages for a fact about forty of many things', async () => {
  const journal = store.journal(freshScope())
  const all = Array.from({ length: THINGS }, (_, n) => about(n))
  for (let from = 0; from < THINGS; from += 1_000) await journal.append(all.slice(from, from + 1_000), linking)
  await journal.rebuild(linking)
  const before = statSync(`${path}-wal`).size
  await journal.append([about(...Array.from({ length: 40 }, (_, n) => n * 100))], linking)
  expect((statSync(`${path}-wal`).size - before) / 4_096).toBeLessThan(20)
})
