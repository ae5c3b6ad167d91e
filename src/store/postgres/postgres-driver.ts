import { digest } from '../../domain/digest.ts'
import { chainPieces, GENESIS, type NewEvent, type StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import { BM25 } from '../../engine/search/word-index.ts'
import type { Insertion, SqlDialect, SqlDriver, SqlRow, SqlSession, SqlValue } from '../sql/driver.ts'
import { insertSql } from '../sql/select-events.ts'
import { addressOf, clientFor } from './client.ts'
import { type Connection, Connections } from './connections.ts'
import { migrate } from './migrate.ts'

export interface PostgresOptions {
  readonly url: string
  /** The schema that holds the tables. */
  readonly schema: string
  readonly connections: number
  /** The total time that a writer waits for its turn. */
  readonly waitMs: number
  readonly newJournalId: () => string
}

const TRIES = 5
const CHUNK = 200

/** A reader sees one snapshot, so that a rebuild cannot remove its documents between two statements. A writer holds the project's lock instead, and must see what was committed while it waited. */
const BEGIN = {
  'read only': 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'read write': 'BEGIN ISOLATION LEVEL READ COMMITTED',
} as const

type Mode = keyof typeof BEGIN

export async function openPostgresDriver(options: PostgresOptions): Promise<SqlDriver> {
  const { waitMs } = options
  const address = addressOf(options.url)
  const connections = new Connections(options.connections, await clientFor(options))
  const tried = async <T>(work: () => Promise<T>, patienceMs = waitMs): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!isPassing(error) || attempt === TRIES) throw explain(error, address, patienceMs)
      }
    }
  }
  const transaction = <T>(
    scope: Scope,
    mode: Mode,
    work: (session: SqlSession) => Promise<T>,
    patienceMs = waitMs,
  ): Promise<T> =>
    tried(
      () =>
        connections.transaction(BEGIN[mode], async (connection) => {
          // Sent before the work, without waiting for the answer. If it fails, so does everything after it, and its own error gives the reason.
          const entered = enter(connection, scope, { mode, waitMs: patienceMs })
          entered.catch(() => undefined)
          return work(new PostgresSession(connection, mode)).finally(() => entered)
        }),
      patienceMs,
    )
  try {
    await migrate(connections, options.schema, address)
  } catch (error) {
    await connections.close()
    throw explain(error, address, waitMs)
  }
  const waiting = new Map<string, ((session: SqlSession) => Promise<void>)[]>()
  /** Reads of one project that are asked for before the first of them can begin share its transaction, so that the server is waited for once. What fails in company is read again alone. */
  const read = <T>(scope: Scope, work: (session: SqlSession) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const alone = () => void transaction(scope, 'read only', work).then(resolve, reject)
      const name = JSON.stringify([scope.organisation, scope.project])
      const all = waiting.get(name) ?? []
      if (all.push((session) => work(session).then(resolve, alone)) > 1) return
      waiting.set(name, all)
      const begun = transaction(scope, 'read only', async (session) => {
        waiting.delete(name)
        await (all.length === 1 ? work(session).then(resolve) : Promise.all(all.map((one) => one(session))))
      })
      begun.catch(reject)
    })
  return {
    dialect: POSTGRES_DIALECT,
    newJournalId: options.newJournalId,
    read,
    write: (scope, work, options) => transaction(scope, 'read write', work, options?.waitMs),
    async appendUnfolded(scope, { events, policyHash }, { waitMs: patienceMs = waitMs }) {
      // Each fact is a line: JSON contains no line break, but a name may.
      if (events.some(({ id, key, run }) => `${id}${key}${run}`.includes('\n'))) return undefined
      const asked = unfoldedRows(events, scope)
      const [row] = await tried(
        () => connections.once(APPEND_UNFOLDED, [...turnOf(scope, patienceMs), policyHash, ...asked.parameters]),
        patienceMs,
      )
      return typeof row?.numbered === 'string' ? asked.numbered(JSON.parse(row.numbered)) : undefined
    },
    scrub: async () => undefined,
    close: () => connections.close(),
  }
}

/** The formula of `bestByWords`, over the documents of one kind. */
const SEARCH = `WITH asked AS (SELECT ?::text AS o, ?::text AS p, ?::bigint AS g, ?::text AS k, ?::text AS asked_words),
  own AS NOT MATERIALIZED (
    SELECT d.* FROM document d, asked WHERE d.organisation = o AND d.project = p AND d.generation = g AND d.kind = k
  ),
  spread AS (SELECT count(*)::float8 AS documents, avg(word_count)::float8 AS mean_length FROM own),
  stem AS (
    SELECT lexeme, documents, mean_length, (
      SELECT count(*) FROM own WHERE own.words @@ quote_literal(lexeme)::tsquery
    )::float8 AS held
    FROM asked, spread, unnest(tsvector_to_array(to_tsvector('words', asked_words))) AS lexeme
  )
  SELECT d.kind, d.id, d.state, d.rank, d.text, d.body, (
    SELECT sum(
      greatest(${BM25.leastRarity}, ln((documents - held + 0.5) / (held + 0.5))) * times * (${BM25.saturation} + 1) /
      (times + ${BM25.saturation} * (1 - ${BM25.lengthShare} + ${BM25.lengthShare} * d.word_count / mean_length))
    ) FROM unnest(d.words) AS word JOIN stem USING (lexeme), LATERAL (SELECT cardinality(word.positions)::float8 AS times) counted
  ) AS score
  FROM own d, asked WHERE d.words @@ to_tsquery('words', replace(asked_words, ' ', ' | '))
  ORDER BY score DESC, d.id LIMIT ?`

const POSTGRES_DIALECT: SqlDialect = {
  isOneOf: (column) => `${column} IN (SELECT jsonb_array_elements_text(?::text::jsonb))`,
  eachOf: (column) => `jsonb_array_elements_text(${column}::jsonb) AS one(value)`,
  search: () => SEARCH,
  onlyProposes: false,
  isTaken,
  wordSpread: () => `SELECT w.value AS word, (
      SELECT count(*)::integer FROM (
        SELECT 1 FROM document d WHERE d.organisation = o AND d.project = p AND d.generation = g AND d.kind = k
          AND d.words @@ to_tsquery('words', w.value) LIMIT ?
      ) holding
    ) AS documents FROM (SELECT ?::text AS o, ?::text AS p, ?::bigint AS g, ?::text AS k) asked,
      jsonb_array_elements_text(?::text::jsonb) AS w(value)`,
  searchQuery: (words) => words.join(' '),
  holding: () => `SELECT d.id, d.text
    FROM document d, (SELECT ?::text AS o, ?::text AS p, ?::bigint AS g, ?::text AS k, ?::text::jsonb AS pieces) wanted
    WHERE d.organisation = o AND d.project = p AND d.generation = g AND d.kind = k AND EXISTS (
      SELECT 1 FROM jsonb_array_elements_text(pieces) piece WHERE position(piece IN lower(left(d.text, 100000))) > 0
    ) ORDER BY d.rank DESC, d.id LIMIT ?`,
  holdingQuery: (pieces) => JSON.stringify(pieces),
}

const ENTER =
  "SELECT set_config('mettle.organisation', $1, true), set_config('mettle.project', $2, true), set_config('lock_timeout', $3, true)"
/** Evaluated from left to right: the limit is set before the wait begins. */
const TAKE_TURN = `${ENTER}, pg_advisory_xact_lock(hashtextextended($4, 0))`

/** For each fact: the pieces of the text that is hashed, and the columns of its row. */
const UNFOLDED = Array.from({ length: 14 }, (_, n) => `$${n + 7}::text`)
const APPEND_UNFOLDED = `SELECT append_unfolded($1, $2, $3, $4, $5, $6::text::json, ARRAY[${UNFOLDED.join(', ')}]) AS numbered`

/** Restricts the transaction to one project; a writer also waits for its turn there. */
async function enter(
  connection: Connection,
  scope: Scope,
  { mode, waitMs }: { readonly mode: Mode; readonly waitMs: number },
): Promise<void> {
  const turn = turnOf(scope, waitMs)
  await (mode === 'read only'
    ? connection.query(ENTER, turn.slice(0, 3), true)
    : connection.query(TAKE_TURN, turn, true))
}

/** The project, how long to wait for it, and the name of its lock. At least 1 ms, because 0 means for ever to the server. */
function turnOf({ organisation, project }: Scope, waitMs: number): string[] {
  return [organisation, project, `${Math.max(1, Math.ceil(waitMs))}ms`, JSON.stringify([organisation, project])]
}

/** The arguments of `append_unfolded`, and the reader of its answer. */
function unfoldedRows(events: readonly NewEvent[], scope: Scope) {
  const streams = [...new Set(events.map(({ stream }) => stream))]
  const places = new Map(streams.map((stream, at) => [stream, at]))
  const placeOf = events.map(({ stream }) => places.get(stream)!)
  const digests = events.map(({ payload }) => digest(payload))
  const pieces = events.map((event, n) => chainPieces(event, scope, digests[n]!))
  // In the order of the parameters of `append_unfolded`.
  const columns = [
    placeOf.map((place) => place + 1),
    ...(['owner', 'stream', 'rest'] as const).map((piece) => pieces.map((one) => one[piece])),
    ...(['id', 'key', 'type', 'occurredAt', 'recordedAt', 'run'] as const).map((part) =>
      events.map((one) => one[part]),
    ),
    ...(['origin', 'provenance'] as const).map((part) => events.map((one) => JSON.stringify(one[part]))),
    events.map(({ payload }) => payload),
    digests,
  ]
  return {
    parameters: [JSON.stringify(streams), ...columns.map((column) => column.join('\n'))],
    numbered({ journal, before, versions, ends, hashes }: Numbered) {
      const stored = events.map(({ expectedVersion: _, ...event }, n): StoredEvent => {
        const place = placeOf[n]!
        const [previousHash, hash] = [ends[place]!, hashes.slice(n * HASH, (n + 1) * HASH)]
        ends[place] = hash
        const version = ++versions[place]!
        const at = { position: before + n + 1, version, payloadDigest: digests[n]!, previousHash, hash }
        return Object.assign(event, scope, at)
      })
      return { journal, stored }
    },
  }
}

const HASH = GENESIS.length

/** The answer of `append_unfolded`: where each stream ended before, and the concatenated hashes. */
type Numbered = Readonly<Record<'journal' | 'hashes', string>> & { before: number; versions: number[]; ends: string[] }

class PostgresSession implements SqlSession {
  readonly #connection: Connection
  /** What was asked in a transaction that sees one moment: the same statement has the same answer. */
  readonly #asked: Map<string, Promise<SqlRow[]>> | undefined

  constructor(connection: Connection, mode: Mode) {
    this.#connection = connection
    this.#asked = mode === 'read only' ? new Map() : undefined
  }

  all(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    const name = `${sql}${JSON.stringify(parameters)}`
    const answer = this.#asked?.get(name) ?? this.#connection.query(numbered(sql), parameters, true)
    this.#asked?.set(name, answer)
    return answer
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    this.#connection.send(numbered(sql), parameters)
  }

  /** The statement is the same for any number of rows, so the server parses it only once. */
  async insert({ rows, ...into }: Insertion): Promise<void> {
    const { table, columns } = into
    const source = `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $1::text::json)`
    for (let from = 0; from < rows.length; from += CHUNK) {
      const records = rows
        .slice(from, from + CHUNK)
        .map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])))
      this.#connection.send(insertSql(into, source), [JSON.stringify(records)])
    }
  }
}

const numberedSql = new Map<string, string>()

/** Replaces `?` with `$1`, `$2` and so on. Our statements contain no other question mark. */
function numbered(sql: string): string {
  const known = numberedSql.get(sql)
  if (known !== undefined) return known
  let n = 0
  const result = sql.replace(/\?/g, () => `$${++n}`)
  numberedSql.set(sql, result)
  return result
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'

/** Conflicts that disappear when the transaction is repeated. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK
}

export function isTaken(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}

/** Error codes of a server or network that does not answer. */
const SILENT = `ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT
  CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED 57P01 57P02 57P03`.split(/\s+/)

/** Code of the server | our own code | message, with % for the address | what the reader can do */
const CAUSES = `
silent | store-missing | PostgreSQL at % does not answer (CODE). | Start the server, or check METTLE_DATABASE_URL.
55P03 | store-locked | The journal at % is locked: another process held it for WAITED ms. | Try again; pg_stat_activity shows who holds it.
28P01 | store-refused | PostgreSQL at % refused the user or password. | Check METTLE_DATABASE_URL.
28000 | store-refused | PostgreSQL at % refused the user or password. | Check METTLE_DATABASE_URL.
3D000 | store-missing | The database at % does not exist. | Create it with \`createdb\`, or check METTLE_DATABASE_URL.
53300 | store-busy | PostgreSQL at % has no connection left for this user. | Try again; if it stays so, raise max_connections or put a pooler in front of it.
42501 | store-read-only | The user of % may not use these tables. | Ask the owner to grant what docs/how-to/postgresql.md lists.
53100 | store-full | The server at % has no room left; nothing was recorded. | Free some disk space there and try again.
25006 | store-read-only | The server at % takes no writes: it is a standby or read only. | Point METTLE_DATABASE_URL at the primary.`
  .split('\n')
  .map((row) => row.split(' | '))

/** Turns the server's and the network's errors into ones that a person can act on; returns others unchanged. */
export function explain(error: unknown, address: string, waitedMs: number): unknown {
  const code = codeOf(error) ?? ''
  const wanted = SILENT.includes(code) ? 'silent' : code
  const [, ours, message, hint] = CAUSES.find(([known]) => known === wanted && known !== '') ?? []
  if (ours === undefined || message === undefined || hint === undefined) return error
  const said = message.replace('CODE', code).replace('WAITED', String(waitedMs))
  return new UserError(
    ours,
    said.replace('%', () => address),
    hint,
    { cause: error },
  )
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
