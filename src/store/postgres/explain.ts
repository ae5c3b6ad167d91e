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

/** Turns the server's and the network's errors into ones that a person can act on; anything else comes back as it is. */
export function explain(error: unknown, address: string, waitedMs: number): unknown {
  const because = (code: string, message: string, hint: string) =>
    new UserError(code, message, hint, { cause: error })
  const code = codeOf(error)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
    case 'CONNECTION_DESTROYED':
    case 'CONNECTION_ENDED':
    case '57P01':
    case '57P02':
    case '57P03':
      return because(
        'store-missing',
        `PostgreSQL at ${address} does not answer (${code}).`,
        'Start the server, or check METTLE_DATABASE_URL.',
      )
    case '55P03':
      return because(
        'store-locked',
        `The journal at ${address} is locked: another process held it for ${waitedMs} ms.`,
        'Try again; pg_stat_activity shows who holds it.',
      )
    case '28P01':
    case '28000':
      return because(
        'store-refused',
        `PostgreSQL at ${address} refused the user or password.`,
        'Check METTLE_DATABASE_URL.',
      )
    case '3D000':
      return because(
        'store-missing',
        `The database at ${address} does not exist.`,
        'Create it with `createdb`, or check METTLE_DATABASE_URL.',
      )
    case '53300':
      return because(
        'store-busy',
        `PostgreSQL at ${address} has no connection left for this user.`,
        'Try again; if it stays so, raise max_connections or put a pooler in front of it.',
      )
    case '42501':
      return because(
        'store-read-only',
        `The user of ${address} may not use these tables.`,
        'Ask the owner to grant what docs/how-to/postgresql.md lists.',
      )
    case '53100':
      return because(
        'store-full',
        `The server at ${address} has no room left; nothing was recorded.`,
        'Free some disk space there and try again.',
      )
    case '25006':
      return because(
        'store-read-only',
        `The server at ${address} takes no writes: it is a standby or read only.`,
        'Point METTLE_DATABASE_URL at the primary.',
      )
    default:
      return error
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
