import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '../../src/domain/scope.ts'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { administrator, dropSchema, freshName } from '../servers/with-postgres.ts'
import { type Dump, dumpThroughPort, postgresDump, sqliteDump } from './dump.ts'

/** A store to test, and what only the test needs: a second door to the same place, and a look behind the port. */
export interface Bench {
  readonly store: Store
  /** Where another process finds the same journals; memory has no such place. */
  readonly at?: { path: string } | { url: string; schema: string }
  /** Another connection to the same journals, as another process would have. */
  another(): Promise<Store>
  /** Every document and every link of a project, in the bytes in which they are kept. */
  dump(scope: Scope): Promise<Dump>
  close(): Promise<void>
}

export async function memoryBench(): Promise<Bench> {
  const store = openMemoryStore()
  return {
    store,
    another: async () => ({ journal: (scope) => store.journal(scope), close: async () => undefined }),
    dump: (scope) => dumpThroughPort(store.journal(scope)),
    close: () => store.close(),
  }
}

export async function sqliteBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-contract-'))
  const path = join(folder, 'journal.db')
  const store = await openSqliteStore({ path })
  return {
    store,
    at: { path },
    another: () => openSqliteStore({ path }),
    dump: async (scope) => sqliteDump(path, scope),
    async close() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function postgresBench(url: string): Promise<Bench> {
  const schema = freshName('contract')
  const store = await openPostgresStore({ url, schema })
  const sql = administrator(url)
  return {
    store,
    at: { url, schema },
    another: () => openPostgresStore({ url, schema }),
    dump: (scope) => postgresDump(sql, schema, scope),
    async close() {
      await store.close()
      await sql.end()
      await dropSchema(url, schema)
    },
  }
}
