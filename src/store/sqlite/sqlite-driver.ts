import { statSync } from 'node:fs'
import { UserError } from '../../domain/user-error.ts'
import { inOrder } from '../place-all.ts'
import type { Insertion, SqlDialect, SqlDriver, SqlRow, SqlSession, SqlValue } from '../sql/driver.ts'
import { insertSql } from '../sql/select-events.ts'
import { ATTEMPT_MS, retryWhileBusy, type SqliteDatabase, type SqliteStatement, sqliteEngine } from './engine.ts'
import { explain, isBusy, isTaken } from './explain.ts'
import { SQLITE_MIGRATIONS, scopeWord } from './migrations.ts'
import { packed, packer, unpacked } from './packed.ts'

export interface SqliteOptions {
  readonly path: string
  /** How long a writer waits for its turn in all. */
  readonly waitMs: number
  /** A commit is on the disk before it is acknowledged; only benchmarks and throw-away journals turn it off. */
  readonly durable: boolean
  readonly newJournalId: () => string
}

export async function openSqliteDriver(options: SqliteOptions): Promise<SqlDriver> {
  const database = await retryWhileBusy(options, () => openDatabase(options))
  const session = new SqliteSession(database)
  const steps = transactionSteps(database)
  const sync = diskWait(database, options)
  const once = inOrder()
  const isReplaced = replacedSince(options.path)
  const transaction = <T>(
    begin: () => void,
    work: (session: SqlSession) => Promise<T>,
    waitMs = options.waitMs,
  ): Promise<T> =>
    once(async () => {
      await retryWhileBusy({ ...options, waitMs }, begin)
      try {
        const result = await work(session)
        steps.commit.run()
        return result
      } catch (error) {
        rollBack(database)
        throw explain(error, options.path, waitMs)
      }
    })
  return {
    dialect: SQLITE_DIALECT,
    newJournalId: options.newJournalId,
    read: (_scope, work) => transaction(() => beginRead(database, steps), work),
    write: (_scope, work, { waitsForDisk = true, waitMs } = {}) => {
      const begin = () => {
        sync(waitsForDisk)
        steps.beginWrite.run()
        if (isReplaced()) {
          rollBack(database)
          throw replaced(options.path)
        }
      }
      return transaction(begin, work, waitMs)
    },
    scrub: () => once(async () => scrub(database)),
    close: () => once(async () => close(database)),
  }
}

/** Whether another file has taken the place of the one that was opened. What is written into that one nobody would ever read. */
function replacedSince(path: string): () => boolean {
  const file = () => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && `${found.dev}:${found.ino}`
  }
  const opened = file()
  return () => file() !== opened
}

function replaced(path: string): UserError {
  return new UserError(
    'store-replaced',
    `The journal at ${path} was replaced while it was open; nothing was recorded.`,
    'Type the command again; a program that stays open must be started again.',
  )
}

/** Whose documents are asked for; parameters of a search stand in this order. */
const ASKED = 'SELECT ? AS organisation, ? AS project, CAST(? AS INTEGER) AS generation, ? AS kind'

const OWN = `'scope:' || ${scopeWord('asked')} || ' AND ' ||`

/** Documents that an index matches, the newest first. */
function proposing(index: string, match: string): string {
  return `SELECT d.id, d.text FROM (${ASKED}) asked, ${index} f JOIN document d ON d.rowid = f.rowid
    WHERE ${index} MATCH ${match} AND d.organisation = asked.organisation
      AND d.project = asked.project AND d.generation = asked.generation AND d.kind = asked.kind
    ORDER BY f.rowid DESC LIMIT ?`
}

const SQLITE_DIALECT: SqlDialect = {
  isOneOf: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  bodyAlone: packed,
  eachOf: (column) => `json_each(${column}) one`,
  // Bodies are fetched for what is returned: the sort would carry them along for all that match. All documents are counted once, not for each of them.
  search: (isAlone) => `WITH asked AS (${ASKED}), counted AS MATERIALIZED (
      SELECT count(*) AS documents FROM asked JOIN document o USING (organisation, project, generation, kind)
    ) SELECT d.kind, d.id, d.state, d.rank, d.text, d.body, h.score, counted.documents FROM counted, (
      SELECT d.rowid AS place, -bm25(document_text, 0, 1) AS score
      FROM asked, document_text f JOIN document d ON d.rowid = f.rowid
      WHERE document_text MATCH ${isAlone ? '' : OWN} 'text:(' || ? || ')' AND d.organisation = asked.organisation
        AND d.project = asked.project AND d.generation = asked.generation AND d.kind = asked.kind
      ORDER BY score DESC, d.id LIMIT ?
    ) h JOIN document d ON d.rowid = h.place ORDER BY h.score DESC, d.id`,
  onlyProposes: true,
  isTaken,
  wordSpread: (isAlone) => `SELECT w.value AS word, (
      SELECT count(*) FROM (
        SELECT 1 FROM document_text WHERE document_text MATCH ${isAlone ? '' : OWN} 'text:"' || w.value || '"' LIMIT ?
      )
    ) AS documents FROM (${ASKED}) asked, json_each(?) w`,
  searchQuery: (words) => words.map((word) => `"${word}"`).join(' OR '),
  beginning: {
    sql: (isAlone) => proposing('document_text', `${isAlone ? '' : OWN} 'text:(' || ? || ')'`),
    query: (beginnings) => beginnings.map((beginning) => `"${beginning}" *`).join(' OR '),
  },
  holding: () => proposing('document_letters', '?'),
  holdingQuery: (pieces) => pieces.map((piece) => `"${piece}"`).join(' OR '),
}

interface Inserting {
  readonly columns: readonly string[]
  readonly statement: SqliteStatement
  readonly pack: ReturnType<typeof packer>
}

class SqliteSession implements SqlSession {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  /** By table, for as long as the columns are the same list. */
  readonly #insertions = new Map<string, Inserting>()

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return this.#prepared(sql)
      .all(...parameters)
      .map(unpacked)
  }

  first(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    const row = this.#prepared(sql).get(...parameters)
    return row && unpacked(row)
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    this.#prepared(sql).run(...parameters)
  }

  async insert({ rows, ...into }: Insertion): Promise<void> {
    if (rows.length === 0) return
    const { statement, pack } = this.#inserting(into)
    for (const row of rows) statement.run(...pack(row))
  }

  #inserting(into: Omit<Insertion, 'rows'>): Inserting {
    const { table, columns } = into
    const known = this.#insertions.get(table)
    if (known?.columns === columns) return known
    const statement = this.#prepared(insertSql(into, `VALUES (${columns.map(() => '?').join(', ')})`))
    const inserting = { columns, statement, pack: packer(columns) }
    this.#insertions.set(table, inserting)
    return inserting
  }

  #prepared(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

function openDatabase({ path, durable }: SqliteOptions): SqliteDatabase {
  const Database = sqliteEngine()
  const database = new Database(path, { timeout: ATTEMPT_MS, defensive: false })
  try {
    database.exec('PRAGMA journal_mode = WAL')
    database.exec(`PRAGMA synchronous = ${durable ? WAITS : 'OFF'}`)
    database.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON')
    migrate(database, path)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const WAITS = 'FULL'
const GOES_ON = 'NORMAL'

/** Says whether the next commit waits for the disk. One that does waits for all before it too. It can only be said between transactions, and is said only when it changes. */
function diskWait(database: SqliteDatabase, { durable }: SqliteOptions): (waits: boolean) => void {
  let isWaiting = true
  return (waits) => {
    if (!durable || waits === isWaiting) return
    database.exec(`PRAGMA synchronous = ${waits ? WAITS : GOES_ON}`)
    isWaiting = waits
  }
}

/** What every transaction begins and ends with; parsing them each time would cost more than doing them. */
function transactionSteps(database: SqliteDatabase) {
  const version = database.prepare('PRAGMA data_version')
  return {
    begin: database.prepare('BEGIN'),
    /** Takes the snapshot of a transaction. */
    look: () => version.all(),
    beginWrite: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
  }
}

/** Takes the snapshot at once: a reader can find the file locked too, while another process recovers or closes it. */
function beginRead(database: SqliteDatabase, { begin, look }: ReturnType<typeof transactionSteps>): void {
  begin.run()
  try {
    look()
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** `secure_delete` zeroes deleted pages, but the word index only marks what was deleted until it is merged, and old pages stay in the log until it is emptied. If the log is busy, its own checkpoint does the rest. */
function scrub(database: SqliteDatabase): void {
  try {
    for (const index of ['document_text', 'document_letters'])
      database.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** Brings everything into the one file. SQLite does so by itself when its last connection closes, but the stand-in for Node 20 leaves a connection open until its statements are collected. */
function close(database: SqliteDatabase): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // What is not moved now stays in the log, where the next one to open the journal finds it.
  }
  database.close()
}

function migrate(database: SqliteDatabase, path: string): void {
  if (schemaVersion(database, path) === SQLITE_MIGRATIONS.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const migration of SQLITE_MIGRATIONS.slice(schemaVersion(database, path))) database.exec(migration)
    database.exec(`PRAGMA user_version = ${SQLITE_MIGRATIONS.length}`)
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    throw error
  }
}

function schemaVersion(database: SqliteDatabase, path: string): number {
  const version = Number(database.prepare('PRAGMA user_version').all()[0]?.user_version ?? 0)
  if (version <= SQLITE_MIGRATIONS.length) return version
  throw new UserError(
    'store-newer',
    `The journal at ${path} has schema ${version}; this Mettle knows ${SQLITE_MIGRATIONS.length}.`,
    'Install the version of Mettle that wrote it, or a later one.',
  )
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full.
  }
}
