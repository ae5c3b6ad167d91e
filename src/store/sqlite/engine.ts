import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../domain/user-error.ts'
import type { SqlRow, SqlValue } from '../sql/driver.ts'
import { explain, isBusy } from './explain.ts'

/** The part of SQLite's API that we use; `node:sqlite` and its stand-in both have it. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  function(name: string, work: (value: SqlValue) => SqlValue): void
  close(): void
}

export interface SqliteStatement {
  all(...parameters: readonly SqlValue[]): SqlRow[]
  get(...parameters: readonly SqlValue[]): SqlRow | undefined
  run(...parameters: readonly SqlValue[]): unknown
}

/** Only a connection that is not defensive may change column declarations. */
type DatabaseConstructor = new (
  path: string,
  options: { timeout: number; readOnly?: boolean; defensive?: boolean },
) => SqliteDatabase

/** Runs `work` on a file with a read-only connection. */
export function readOnly<T>(path: string, timeout: number, work: (database: SqliteDatabase) => T): T {
  const Database = sqliteEngine()
  const database = new Database(path, { timeout, readOnly: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Node's own SQLite if it can do everything that we need, otherwise the package with the same API. */
export function sqliteEngine(): DatabaseConstructor {
  const engine = isEnough(process.versions.node) ? builtIn() : packaged()
  return (engine as { DatabaseSync: DatabaseConstructor }).DatabaseSync
}

/** Node has its own SQLite from 22.13 on, but before 22.16, and in all of 23, it neither searches texts nor waits for a lock. */
export function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 16)
}

function builtIn(): unknown {
  return withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown)
}

/** The build copies the package beside the code, with its binaries and without its source; see `tsdown.config.ts`. */
function packaged(): unknown {
  try {
    return createRequire(import.meta.url)('@photostructure/sqlite')
  } catch (cause) {
    const { platform, arch, versions } = process
    const reason = `Node ${versions.node} has no SQLite that Mettle can use, and Mettle has no build of SQLite for ${platform}-${arch}.`
    throw new UserError('store-unavailable', reason, 'Install Node 22.16 or later; it has SQLite built in.', { cause })
  }
}

/** Node 22 warns at every start of every command that its SQLite is experimental; we rely on the contract suite instead. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const emit = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite')) Reflect.apply(emit, process, [warning, ...rest])
  }) as typeof process.emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = emit
  }
}

/** How long one synchronous attempt may block the process; between attempts it is free. */
export const ATTEMPT_MS = 25

export async function retryWhileBusy<T>(
  { path, waitMs }: { readonly path: string; readonly waitMs: number },
  attempt: () => T,
): Promise<T> {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw explain(error, path, waitMs)
    }
    await sleep(1 + Math.random() * 20)
  }
}
