import { UserError } from '../../domain/user-error.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'

/** Conflicts that go away when the transaction is run again. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK
}

export function isTaken(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}

/** Codes of a server or network that does not answer. */
const SILENT = `ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT
  CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED 57P01 57P02 57P03`.split(/\s+/)

/** Code of the server | our own code | what a person reads; %: the address | what they can do */
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

/** Turns the server's and the network's errors into ones that a person can act on; anything else comes back as it is. */
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
