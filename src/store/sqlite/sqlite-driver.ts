import { statSync } from 'node:fs'
import type { Scope } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import { inOrder } from '../place-all.ts'
import type { Insertion, SqlDialect, SqlDriver, SqlRow, SqlSession, SqlValue } from '../sql/driver.ts'
import { insertSql } from '../sql/select-events.ts'
import { ATTEMPT_MS, retryWhileBusy, type SqliteDatabase, type SqliteStatement, sqliteEngine } from './engine.ts'
import { explain, isBusy, isTaken } from './explain.ts'
import { SQLITE_MIGRATIONS, scopeWord } from './migrations.ts'
import { type Owner, ownerOf, packed, packer, unpacked } from './packed.ts'

export interface SqliteOptions {
  readonly path: string
  /** The total time that a writer waits for its turn. */
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
    scope: Scope,
    begin: () => void,
    work: (session: SqlSession) => Promise<T>,
    waitMs = options.waitMs,
  ): Promise<T> =>
    once(async () => {
      await retryWhileBusy({ ...options, waitMs }, begin)
      try {
        session.enter(scope)
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
    read: (scope, work) => transaction(scope, () => beginRead(database, steps), work),
    write: (scope, work, { waitsForDisk = true, waitMs } = {}) => {
      const begin = () => {
        sync(waitsForDisk)
        steps.beginWrite.run()
        if (isReplaced()) {
          rollBack(database)
          throw replaced(options.path)
        }
      }
      return transaction(scope, begin, work, waitMs)
    },
    scrub: () => once(async () => scrub(database)),
    close: () => once(async () => close(database)),
  }
}

/** Whether another file has replaced the opened one. Anything written into the old one would never be read. */
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

/** The project of a search; its parameters are in this order. */
const ASKED = 'SELECT ? AS organisation, ? AS project, CAST(? AS INTEGER) AS generation, ? AS kind'

const OWN = `'scope:' || ${scopeWord('asked')} || ' AND ' ||`

/** Documents that match in an index, newest first. */
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
  // Bodies are read only for the result: the sort would carry those of all matches along. All documents are counted only once.
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

/** Rows per insert statement: for short rows, calling SQLite takes longer than its work. */
const TOGETHER = 32

interface Inserting {
  readonly columns: readonly string[]
  readonly statement: SqliteStatement
  readonly pack: ReturnType<typeof packer>
}

interface Prepared {
  readonly statement: SqliteStatement
  /** The part of the owner that each parameter is, if any. */
  readonly parts: readonly (0 | 1 | undefined)[]
}

const PARAMETER = /\b(organisation|project) = \?|\? AS (organisation|project)\b|\?/g

function partsIn(sql: string): Prepared['parts'] {
  if (/\bhead\b/.test(sql)) return []
  const names = [...sql.matchAll(PARAMETER)].map(([, before, after]) => before ?? after)
  return names.map((name) => (name === 'organisation' ? 0 : name === 'project' ? 1 : undefined))
}

/** Callers use the names of the project; rows store a number for them. This session translates between the two. */
class SqliteSession implements SqlSession {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, Prepared>()
  /** Insert statements by table, valid while the columns are the same list object. */
  readonly #insertions = new Map<string, Inserting>()
  readonly #owners = new Map<string, Owner>()
  #scope: Scope = { organisation: '', project: '' }
  #owner: Owner | undefined

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Selects the project of all further statements. A project without a head has no number yet. */
  enter(scope: Scope): void {
    const { organisation, project } = scope
    const name = `${organisation}\0${project}`
    this.#scope = scope
    this.#owner = this.#owners.get(name)
    if (this.#owner !== undefined) return
    const head = this.first('SELECT short FROM head WHERE organisation = ? AND project = ?', [organisation, project])
    if (head === undefined) return
    this.#owner = ownerOf(scope, head.short)
    this.#owners.set(name, this.#owner)
  }

  /** Gives a new project its number, and drops everything that was cached before. */
  #begin(): void {
    const { organisation, project } = this.#scope
    const numbers = 'SELECT coalesce(max(CAST(short AS INTEGER)), 0) + 1 AS next FROM head'
    const short = String(this.first(numbers, [])?.next)
    const own = 'WHERE organisation = ? AND project = ?'
    this.#database.prepare(`UPDATE head SET short = ? ${own}`).run(short, organisation, project)
    this.#owner = ownerOf(this.#scope, short)
    const cached = `UPDATE cache SET organisation = ?, project = ? ${own}`
    this.#database.prepare(cached).run(...this.#owner, organisation, project)
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    const { statement, parts } = this.#prepared(sql)
    return statement.all(...this.#given(parameters, parts)).map((row) => this.#found(row))
  }

  first(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    const { statement, parts } = this.#prepared(sql)
    const row = statement.get(...this.#given(parameters, parts))
    return row && this.#found(row)
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    const { statement, parts } = this.#prepared(sql)
    statement.run(...this.#given(parameters, parts))
  }

  /** In every table, the first two columns are the project's names. */
  async insert({ rows, ...into }: Insertion): Promise<void> {
    const isHead = into.table === 'head'
    const owner = isHead ? undefined : this.#owner
    for (let at = 0, count = 0; at < rows.length; at += count) {
      count = rows.length - at < TOGETHER ? 1 : TOGETHER
      const { statement, pack } = this.#inserting(into, count)
      const values: SqlValue[] = []
      for (const row of rows.slice(at, at + count)) {
        const start = values.push(...pack(row)) - row.length
        if (owner !== undefined) [values[start], values[start + 1]] = owner
      }
      statement.run(...values)
    }
    if (isHead && this.#owner === undefined) this.#begin()
  }

  #given(parameters: readonly SqlValue[], parts: Prepared['parts']): readonly SqlValue[] {
    const owner = this.#owner
    if (owner === undefined || parts.length === 0) return parameters
    return parameters.map((parameter, at) => (parts[at] === undefined ? parameter : owner[parts[at]]))
  }

  #found(row: SqlRow): SqlRow {
    if (row.project !== undefined) Object.assign(row, this.#scope)
    return unpacked(row)
  }

  #inserting(into: Omit<Insertion, 'rows'>, count: number): Inserting {
    const { table, columns } = into
    const name = count === 1 ? table : `${table} many`
    const known = this.#insertions.get(name)
    if (known?.columns === columns) return known
    const row = `(${columns.map(() => '?').join(', ')})`
    const { statement } = this.#prepared(insertSql(into, `VALUES ${Array(count).fill(row).join(', ')}`))
    const inserting = { columns, statement, pack: packer(columns) }
    this.#insertions.set(name, inserting)
    return inserting
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const prepared = { statement: this.#database.prepare(sql), parts: partsIn(sql) }
    this.#statements.set(sql, prepared)
    return prepared
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

/** Sets whether the next commit waits for the disk; one that does also waits for all before it. This can only change between transactions, and is only sent when it changes. */
function diskWait(database: SqliteDatabase, { durable }: SqliteOptions): (waits: boolean) => void {
  let isWaiting = true
  return (waits) => {
    if (!durable || waits === isWaiting) return
    database.exec(`PRAGMA synchronous = ${waits ? WAITS : GOES_ON}`)
    isWaiting = waits
  }
}

/** The first and last statements of transactions; parsing them each time would cost more than running them. */
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

/** Takes the snapshot immediately: a reader, too, can find the file locked, while another process recovers or closes it. */
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

/** Moves everything into the one file. SQLite does so itself when its last connection closes, but the substitute for Node 20 leaves a connection open until its statements are collected. */
function close(database: SqliteDatabase): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The rest stays in the log, where the next process to open the journal finds it.
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
    // SQLite has already rolled back, as it does when the disk is full.
  }
}
