import { UserError } from '../../domain/user-error.ts'
import type { Connection, Connections } from './connections.ts'
import { POSTGRES_MIGRATIONS } from './migrations.ts'

/** Brings the schema up to date, one process at a time. CREATE SCHEMA needs a right on the whole database even if the schema exists, so it is skipped for one that an administrator made. */
export async function migrate(connections: Connections, schema: string, address: string): Promise<void> {
  const version = await connections.transaction('BEGIN READ ONLY', (connection) =>
    schemaVersion(connection, schema, address),
  )
  if (version === POSTGRES_MIGRATIONS.length) return
  await connections.transaction('BEGIN', async (connection) => {
    await connection.query("SELECT pg_advisory_xact_lock(hashtextextended('mettle migrations', 0))")
    await prepare(connection, schema)
    for (
      let next = (await schemaVersion(connection, schema, address)) + 1;
      next <= POSTGRES_MIGRATIONS.length;
      next++
    ) {
      await connection.query(POSTGRES_MIGRATIONS[next - 1]!)
      await connection.query(`INSERT INTO ${schema}.migration (version) VALUES (${next})`)
    }
  })
}

async function prepare(connection: Connection, schema: string): Promise<void> {
  const [known] = await connection.query('SELECT to_regnamespace($1)::text AS here', [schema])
  if (known?.here == null) await connection.query(`CREATE SCHEMA ${schema}`)
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.migration (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
}

async function schemaVersion(connection: Connection, schema: string, address: string): Promise<number> {
  const [found] = await connection.query('SELECT to_regclass($1)::text AS here', [`${schema}.migration`])
  if (found?.here == null) return 0
  const [row] = await connection.query(`SELECT coalesce(max(version), 0)::int AS version FROM ${schema}.migration`)
  const version = Number(row?.version)
  if (version <= POSTGRES_MIGRATIONS.length) return version
  throw new UserError(
    'store-newer',
    `The journal at ${address} has schema ${version}; this Mettle knows ${POSTGRES_MIGRATIONS.length}.`,
    'Install the version of Mettle that wrote it, or a later one.',
  )
}
