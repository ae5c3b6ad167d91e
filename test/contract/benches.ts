import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Projector } from '../../src/domain/document.ts'
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
  /** Appends leave folding to readers. */
  readonly foldsLater?: true
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

/** With a projector, readers fold. */
export async function sqliteBench(folding?: Projector): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-contract-'))
  const path = join(folder, 'journal.db')
  const open = async () => foldingStore(await openSqliteStore({ path }), folding)
  const store = await open()
  return {
    store,
    at: { path },
    ...(folding === undefined ? {} : { foldsLater: true as const }),
    another: open,
    async dump(scope) {
      await store.journal(scope).search('thing', 'anything', 1)
      return sqliteDump(path, scope)
    },
    async close() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function foldingStore(store: Store, folding?: Projector): Store {
  return { ...store, journal: (scope) => store.journal(scope, folding && (() => folding)) }
}

/** With a projector, readers fold. */
export async function postgresBench(url: string, folding?: Projector): Promise<Bench> {
  const schema = freshName('contract')
  const open = async () => foldingStore(await openPostgresStore({ url, schema }), folding)
  const store = await open()
  const sql = administrator(url)
  return {
    store,
    at: { url, schema },
    ...(folding === undefined ? {} : { foldsLater: true as const }),
    another: open,
    async dump(scope) {
      await store.journal(scope).count('thing')
      return postgresDump(sql, schema, scope)
    },
    async close() {
      await store.close()
      await sql.end()
      await dropSchema(url, schema)
    },
  }
}
