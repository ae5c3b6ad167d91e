import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { compileCli } from './cli-from-source.ts'
import { startPostgres } from './postgres.ts'

/** The server that the run's tests share, or why there is none. */
export type ProvidedPostgres = { url: string } | { missing: string }

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: ProvidedPostgres
  }
}

let stop: (() => Promise<void>) | undefined
let removeCli: (() => Promise<void>) | undefined

/** One PostgreSQL server, one compiled command line and one folder for the installed package for the whole run; METTLE_TEST_DATABASE_URL names a server that is there already. */
export async function setup(project: TestProject): Promise<void> {
  process.env.INSTALLED_PACKAGE = await mkdtemp(join(tmpdir(), 'mettle-package-'))
  removeCli = await compileCli()
  const given = process.env.METTLE_TEST_DATABASE_URL
  const server = given ? { url: given } : await startPostgres()
  if ('stop' in server) stop = server.stop
  if ('missing' in server) console.warn(`PostgreSQL tests are skipped: ${server.missing}`)
  project.provide('postgres', 'url' in server ? { url: server.url } : { missing: server.missing })
}

export async function teardown(): Promise<void> {
  await removeCli?.()
  await rm(process.env.INSTALLED_PACKAGE!, { recursive: true, force: true })
  await stop?.()
  stop = undefined
}
