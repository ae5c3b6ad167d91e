import { randomUUID } from 'node:crypto'
import { ORGANISATION_PROJECT, type TokenRecord, withToken } from '../../domain/scope.ts'
import { configError } from '../../domain/user-error.ts'
import type { OnCommit, Store, TokenKeeper } from '../port.ts'
import { takeJournal } from '../sql/compact.ts'
import type { SqlDriver, SqlSession } from '../sql/driver.ts'
import { SqlJournal } from '../sql/sql-journal.ts'
import { openPostgresDriver } from './postgres-driver.ts'

/** The tokens of an organisation, in the scope of what its projects share. */
export function postgresTokens(driver: SqlDriver, organisation: string): TokenKeeper {
  const scope = { organisation, project: ORGANISATION_PROJECT }
  const own = [organisation, ORGANISATION_PROJECT]
  const where = 'WHERE organisation = ? AND project = ?'
  const all = async (session: SqlSession) => {
    const rows = await session.all(`SELECT body FROM token ${where} ORDER BY id`, own)
    return rows.map(({ body }) => JSON.parse(String(body)) as TokenRecord)
  }
  const remove = (session: SqlSession, id: string) =>
    session.all(`DELETE FROM token ${where} AND id = ? RETURNING id`, [...own, id])
  return {
    list: () => driver.read(scope, all),
    add: (record) =>
      driver.write(scope, async (session) => {
        const before = await all(session)
        const after = withToken(before, record)
        if (after === undefined) return false
        for (const { id } of before.filter((known) => !after.includes(known))) await remove(session, id)
        await session.insert({
          table: 'token',
          columns: ['organisation', 'project', 'id', 'body'],
          rows: [[...own, record.id, JSON.stringify(record)]],
        })
        return true
      }),
    remove: (id) => driver.write(scope, async (session) => (await remove(session, id)).length > 0),
  }
}

export { addressOf } from './client.ts'
export { grantStatements } from './migrations.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string
  readonly schema?: string
  readonly connections?: number
  /** How long a writer waits for its turn before it fails. */
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
    throw configError(`'${schema}' is not the name of a schema.`, 'Use lower-case letters, digits and underscores.')
  const driver = await openPostgresDriver({ url, schema, connections, waitMs, newJournalId: randomUUID })
  return {
    journal: (scope, folding) => new SqlJournal(driver, scope, { onCommit, folding }),
    tokens: (organisation) => postgresTokens(driver, organisation),
    take: (scope, taken) => takeJournal(driver, scope, taken),
    close: () => driver.close(),
  }
}
