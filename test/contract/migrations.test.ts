import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src/domain/scope.ts'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Store } from '../../src/store/port.ts'
import { POSTGRES_MIGRATIONS } from '../../src/store/postgres/migrations.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { SQLITE_MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { administrator, describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { bundle } from './bundle.ts'
import { dumpThroughPort } from './dump.ts'
import { note } from './facts.ts'
import { notesProjector } from './notes-projector.ts'
import { type Row, rowsAsOf } from './old-rows.ts'
import { verifyChain } from './verify-chain.ts'
import { startWriter } from './writers.ts'

const projector = notesProjector()
const scope: Scope = { organisation: 'o', project: 'p' }
const versions = (migrations: readonly string[]) => migrations.map((_, i) => i + 1)

/** Three events, their streams, documents and links, as a Mettle of that schema version has written them. */
async function oldJournal(version: number) {
  const memory = openMemoryStore().journal(scope)
  await memory.append([note('a'), note('b', { text: 'old words' }, { run: 'R' }), note('a')], projector)
  return { rows: await rowsAsOf(version, memory), dump: await dumpThroughPort(memory) }
}

async function expectUsable(store: Store, dump: readonly string[]): Promise<void> {
  const journal = store.journal(scope)
  expect(await verifyChain(journal)).toHaveLength(3)
  expect(await dumpThroughPort(journal)).toEqual(dump)
  expect(await journal.search('thing', 'old', 9)).toHaveLength(1)
  await journal.rebuild(projector)
  expect(await dumpThroughPort(journal)).toEqual(dump)
  await journal.append([note('c')], projector)
  expect(await verifyChain(journal)).toHaveLength(4)
}

function insertion({ table, values }: Row, mark: (n: number) => string): string {
  const marks = Object.keys(values).map((_, i) => mark(i + 1))
  return `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${marks.join(', ')})`
}

let folder: string
let script: { file: string; remove: () => Promise<void> }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-migrations-'))
  script = await bundle('writer.mts')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await script?.remove()
})

/** Four processes open the same new place and write to it, with nobody there before them. */
async function expectOpenedByFour(at: { path: string } | { url: string; schema: string }): Promise<void> {
  const orders = { at, scope, appends: 3, batch: 1, rebuildEvery: 0 }
  const writers = ['a', 'b', 'c', 'd'].map((name) => startWriter(script.file, { ...orders, name }))
  for (const writer of writers) writer.go()
  expect(await Promise.all(writers.map((writer) => writer.gone))).toEqual([0, 0, 0, 0])
  expect(writers.map((writer) => writer.complaint()).join('')).toBe('')
}

describe('SQLite', () => {
  it.each(versions(SQLITE_MIGRATIONS))('brings schema %i up to date and keeps what is in it', async (version) => {
    const path = join(folder, `from-${version}.db`)
    const { rows, dump } = await oldJournal(version)
    const Database = sqliteEngine()
    const raw = new Database(path, { timeout: 1_000, defensive: false })
    for (const migration of SQLITE_MIGRATIONS.slice(0, version)) raw.exec(migration)
    raw.exec(`PRAGMA user_version = ${version}`)
    for (const row of rows) raw.prepare(insertion(row, () => '?')).run(...Object.values(row.values))
    raw.close()
    const store = await openSqliteStore({ path })
    await expectUsable(store, dump)
    await store.close()
  })

  it('is opened by many at once where there was nothing', async () => {
    const path = join(folder, 'fresh.db')
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore({ path })))
    for (const store of stores) await store.journal(scope).append([note('a')], projector)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('is opened by four processes at once where there was nothing', async () => {
    const path = join(folder, 'fresh-for-four.db')
    await expectOpenedByFour({ path })
    const store = await openSqliteStore({ path })
    expect(await verifyChain(store.journal(scope))).toHaveLength(12)
    await store.close()
  })
})

describeWithPostgres('PostgreSQL', (url) => {
  const schemas: string[] = []
  const fresh = () => {
    schemas.push(freshName('migrations'))
    return schemas.at(-1)!
  }
  afterAll(async () => {
    for (const schema of schemas) await dropSchema(url, schema)
  })

  it.each(versions(POSTGRES_MIGRATIONS))('brings schema %i up to date and keeps what is in it', async (version) => {
    const schema = fresh()
    const { rows, dump } = await oldJournal(version)
    const raw = administrator(url, { connection: { search_path: schema } })
    await raw.unsafe(`CREATE SCHEMA ${schema}`)
    await raw.unsafe(
      'CREATE TABLE migration (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    for (const [i, migration] of POSTGRES_MIGRATIONS.slice(0, version).entries()) {
      await raw.unsafe(migration)
      await raw.unsafe(`INSERT INTO migration (version) VALUES (${i + 1})`)
    }
    for (const row of rows)
      await raw.unsafe(
        insertion(row, (n) => `$${n}`),
        Object.values(row.values),
      )
    await raw.end()
    const store = await openPostgresStore({ url, schema })
    await expectUsable(store, dump)
    await store.close()
  })

  it('is opened by many at once where there was nothing', async () => {
    const schema = fresh()
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ url, schema })))
    for (const store of stores) await store.journal(scope).append([note('a')], projector)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('is opened by four processes at once where there was nothing', async () => {
    const schema = fresh()
    await expectOpenedByFour({ url, schema })
    const store = await openPostgresStore({ url, schema })
    expect(await verifyChain(store.journal(scope))).toHaveLength(12)
    await store.close()
  })
})
