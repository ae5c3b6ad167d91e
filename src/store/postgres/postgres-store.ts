import { randomUUID } from 'node:crypto'
import { UserError } from '../../domain/user-error.ts'
import type { OnCommit, Store } from '../port.ts'
import { SqlJournal } from '../sql/sql-journal.ts'
import { openPostgresDriver } from './postgres-driver.ts'
import { postgresTokens } from './tokens.ts'

export { addressOf } from './client.ts'
export { grantStatements } from './migrations.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string
  readonly schema?: string
  readonly connections?: number
  /** How long a writer waits for its turn before it gives up. */
  readonly waitMs?: number
  readonly onCommit?: OnCommit
}

/** Opens the shared journal of an organisation, and brings its schema up to date where the role may. */
export async function openPostgresStore({
  url,
  schema = 'mettle',
  connections = 4,
  waitMs = 30_000,
  onCommit,
}: PostgresStoreOptions): Promise<Store> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new UserError(
      'config',
      `'${schema}' is not the name of a schema.`,
      'Use lower-case letters, digits and underscores.',
    )
  const driver = await openPostgresDriver({ url, schema, connections, waitMs, newJournalId: randomUUID })
  return {
    journal: (scope) => new SqlJournal(driver, scope, onCommit),
    tokens: (organisation) => postgresTokens(driver, organisation),
    close: () => driver.close(),
  }
}
