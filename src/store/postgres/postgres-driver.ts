import type { Sql, TransactionSql } from 'postgres'
import type { Scope } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Insertion, SqlDialect, SqlDriver, SqlRow, SqlSession, SqlValue } from '../sql/driver.ts'
import { explain, isPassing, isTaken } from './explain.ts'
import { POSTGRES_MIGRATIONS } from './migrations.ts'

export interface PostgresOptions {
  readonly url: string
  /** The schema that holds the tables. */
  readonly schema: string
  readonly connections: number
  readonly newJournalId: () => string
}

const TRIES = 5
const CHUNK = 200
const BIGINT = 20

/**
 * A reader sees one moment, so that a rebuild cannot take its documents away between two statements. A writer holds the
 * project's lock instead, and must see what was committed while it waited for it.
 */
const ISOLATION = {
  'read only': 'isolation level repeatable read read only',
  'read write': 'isolation level read committed',
} as const

export async function openPostgresDriver(options: PostgresOptions): Promise<SqlDriver> {
  const address = addressOf(options.url)
  const sql = await connect(options)
  const transaction = async <T>(
    scope: Scope,
    mode: 'read only' | 'read write',
    work: (session: SqlSession) => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await sql.begin(ISOLATION[mode], async (tx) => {
          await enter(tx, scope, mode === 'read write')
          return work(new PostgresSession(tx))
        })) as T
      } catch (error) {
        if (!isPassing(error) || attempt === TRIES) throw explain(error, address)
      }
    }
  }
  try {
    await migrate(sql, options.schema, address)
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw explain(error, address)
  }
  return {
    dialect: POSTGRES_DIALECT,
    newJournalId: options.newJournalId,
    read: (scope, work) => transaction(scope, 'read only', work),
    write: (scope, work) => transaction(scope, 'read write', work),
    scrub: async () => undefined,
    close: () => sql.end({ timeout: 5 }),
  }
}

const POSTGRES_DIALECT: SqlDialect = {
  isOneOf: (column) => `${column} IN (SELECT jsonb_array_elements_text(?::text::jsonb))`,
  search: `SELECT d.kind, d.id, d.state, d.rank, d.text, d.body, ts_rank(d.words, q)::float8 AS score
    FROM document d, (SELECT ?::text AS o, ?::text AS p, ?::bigint AS g, ?::text AS k, to_tsquery('english', ?::text) AS q) wanted
    WHERE d.organisation = o AND d.project = p AND d.generation = g AND d.kind = k AND d.words @@ q
    ORDER BY score DESC, d.id LIMIT ?`,
  isTaken,
  searchQuery: (words) => words.join(' | '),
}

/** Makes the transaction see one project only; with `lock` it also waits for its turn to write there. */
async function enter(tx: TransactionSql, { organisation, project }: Scope, lock: boolean): Promise<void> {
  await tx.unsafe(
    `SELECT set_config('mettle.organisation', $1, true), set_config('mettle.project', $2, true)`,
    [organisation, project],
    PREPARED,
  )
  if (lock)
    await tx.unsafe(
      'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      [JSON.stringify([organisation, project])],
      PREPARED,
    )
}

const PREPARED = { prepare: true }

class PostgresSession implements SqlSession {
  readonly #tx: TransactionSql

  constructor(tx: TransactionSql) {
    this.#tx = tx
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return (await this.#tx.unsafe(numbered(sql), [...parameters], PREPARED)) as unknown as SqlRow[]
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    await this.#tx.unsafe(numbered(sql), [...parameters], PREPARED)
  }

  async insert({ table, columns, rows, key }: Insertion): Promise<void> {
    for (let from = 0; from < rows.length; from += CHUNK) {
      const chunk = rows.slice(from, from + CHUNK)
      const prepare = chunk.length === 1 || chunk.length === CHUNK
      await this.#tx.unsafe(insertSql(table, columns, chunk.length, key), chunk.flat(), { prepare })
    }
  }
}

function insertSql(
  table: string,
  columns: readonly string[],
  rows: number,
  key: readonly string[] | undefined,
): string {
  const row = (n: number) => `(${columns.map((_, i) => `$${n * columns.length + i + 1}`).join(', ')})`
  const values = Array.from({ length: rows }, (_, n) => row(n)).join(', ')
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`
  if (key === undefined) return sql
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return `${sql} ON CONFLICT (${key.join(', ')}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.join(', ')}`}`
}

const numberedSql = new Map<string, string>()

/** `?` becomes `$1`, `$2` and so on. Our statements have no question mark of another kind. */
function numbered(sql: string): string {
  const known = numberedSql.get(sql)
  if (known !== undefined) return known
  let n = 0
  const result = sql.replace(/\?/g, () => `$${++n}`)
  numberedSql.set(sql, result)
  return result
}

async function connect({ url, schema, connections }: PostgresOptions): Promise<Sql> {
  const { default: postgres } = await import('postgres').catch((cause) => {
    throw new UserError(
      'store-unavailable',
      "METTLE_DATABASE_URL is set, but the package 'postgres' is not installed.",
      'npm install postgres',
      { cause },
    )
  })
  return postgres(url, {
    max: connections,
    idle_timeout: 20,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { search_path: schema, application_name: 'mettle' },
    types: { bigint: { to: BIGINT, from: [BIGINT], serialize: String, parse: Number } },
  }) as unknown as Sql
}

/**
 * Brings the schema up to date, one process at a time. To name a schema that exists in CREATE SCHEMA takes a right on the whole
 * database, so it is not done: an administrator may have made the schema for a role that has no other. A role that owns nothing may use a schema that is up to date.
 */
async function migrate(sql: Sql, schema: string, address: string): Promise<void> {
  if ((await schemaVersion(sql, schema, address)) === POSTGRES_MIGRATIONS.length) return
  await sql.begin(async (tx) => {
    await tx.unsafe("SELECT pg_advisory_xact_lock(hashtextextended('mettle migrations', 0))")
    const [known] = await tx.unsafe('SELECT to_regnamespace($1) IS NOT NULL AS here', [schema])
    if (known?.here !== true) await tx.unsafe(`CREATE SCHEMA ${schema}`)
    await tx.unsafe(
      `CREATE TABLE IF NOT EXISTS ${schema}.migration (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    for (
      let version = (await schemaVersion(tx, schema, address)) + 1;
      version <= POSTGRES_MIGRATIONS.length;
      version++
    ) {
      await tx.unsafe(POSTGRES_MIGRATIONS[version - 1]!)
      await tx.unsafe(`INSERT INTO ${schema}.migration (version) VALUES (${version})`)
    }
  })
}

async function schemaVersion(sql: Sql | TransactionSql, schema: string, address: string): Promise<number> {
  const [found] = await sql.unsafe('SELECT to_regclass($1) IS NOT NULL AS here', [`${schema}.migration`])
  if (found?.here !== true) return 0
  const [row] = await sql.unsafe(`SELECT coalesce(max(version), 0)::int AS version FROM ${schema}.migration`)
  const version = Number(row?.version)
  if (version <= POSTGRES_MIGRATIONS.length) return version
  throw new UserError(
    'store-newer',
    `The journal at ${address} has schema ${version}; this Mettle knows ${POSTGRES_MIGRATIONS.length}.`,
    'npm install -g mettle@latest',
  )
}

/** Host and database, without user and password: what may be shown. */
function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    throw new UserError(
      'config',
      'METTLE_DATABASE_URL is not a URL.',
      'METTLE_DATABASE_URL=postgres://user@host:5432/database',
    )
  }
}
