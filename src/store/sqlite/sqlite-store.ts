import { randomUUID } from 'node:crypto'
import type { Store } from '../port.ts'
import { SqlJournal } from '../sql/sql-journal.ts'
import { openSqliteDriver } from './sqlite-driver.ts'

export interface SqliteStoreOptions {
  /** The database file; its folder must exist. */
  readonly path: string
  /** How long a writer waits for its turn before it gives up. */
  readonly waitMs?: number
  /** Off only where losing the last moments is fine. */
  readonly durable?: boolean
}

/** Opens the journal in one file, and brings its schema up to date. */
export async function openSqliteStore({
  path,
  waitMs = 30_000,
  durable = true,
}: SqliteStoreOptions): Promise<Store> {
  const driver = await openSqliteDriver({ path, waitMs, durable, newJournalId: randomUUID })
  return {
    journal: (scope) => new SqlJournal(driver, scope),
    close: () => driver.close(),
  }
}
