import type { Sql } from 'postgres'
import { configError, UserError } from '../../domain/user-error.ts'
import type { NewClient } from './connections.ts'

const BIGINT = 20
/** The limits for a server's first answer; within them, as long as a writer waits. Connecting takes longer than waiting for a free turn. */
const CONNECT_SECONDS = { least: 1, most: 10 }

interface Address {
  readonly url: string
  readonly schema: string
  readonly waitMs: number
}

/** Creates clients; the package is loaded only if PostgreSQL is used. */
export async function clientFor({ url, schema, waitMs }: Address): Promise<NewClient> {
  const { default: postgres } = await import('postgres').catch((cause) => {
    throw new UserError(
      'store-unavailable',
      "METTLE_DATABASE_URL is set, but the package 'postgres' is not installed.",
      'npm install postgres',
      { cause },
    )
  })
  const { least, most } = CONNECT_SECONDS
  const connectSeconds = Math.min(most, Math.max(least, waitMs / 1_000))
  return (onclose) =>
    postgres(url, {
      max: 1,
      onclose,
      fetch_types: false,
      idle_timeout: 20,
      connect_timeout: connectSeconds,
      onnotice: () => undefined,
      // Planning one of our statements over all partitions takes longer than running it, so each is planned only once.
      connection: { search_path: schema, application_name: 'mettle', plan_cache_mode: 'force_generic_plan' },
      types: { bigint: { to: BIGINT, from: [BIGINT], serialize: String, parse: Number } },
    }) as unknown as Sql
}

/** Host and database without user and password, for messages. */
export function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    throw configError('METTLE_DATABASE_URL is not a URL.', 'METTLE_DATABASE_URL=postgres://user@host:5432/database')
  }
}
