import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { describe, inject } from 'vitest'
import './global-setup.ts'

/** A suite that needs PostgreSQL; where there is no server it is skipped, and its name says why. */
export function describeWithPostgres(name: string, suite: (url: string) => void): void {
  const server = inject('postgres')
  if ('url' in server) describe(name, () => suite(server.url))
  else describe.skip(`${name} (skipped: ${server.missing})`, () => suite('postgres://missing'))
}

/** A name that no other file and no earlier run uses. */
export function freshName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`
}

/** The server as its administrator, outside of any store. */
export function administrator(url: string, options: postgres.Options<never> = {}) {
  return postgres(url, { max: 1, onnotice: () => undefined, ...options })
}

export async function dropSchema(url: string, schema: string): Promise<void> {
  const sql = administrator(url)
  await sql.unsafe(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  await sql.end()
}
