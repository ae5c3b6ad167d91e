import { createRequire } from 'node:module'
import { UserError } from '../../domain/user-error.ts'

/** The part of SQLite's API that we use; `node:sqlite` and its stand-in for Node 20 both have it. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  all(...parameters: (string | number | null)[]): Record<string, string | number | null>[]
  run(...parameters: (string | number | null)[]): unknown
}

type DatabaseConstructor = new (
  path: string,
  options: { timeout: number; readOnly?: boolean },
) => SqliteDatabase

/** Node's own SQLite where it has one (22.13 and later), else the package with the same API. */
export function sqliteEngine(): DatabaseConstructor {
  const builtIn = withoutExperimentalWarning(
    () => process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown,
  )
  const engine = builtIn ?? packaged()
  return (engine as { DatabaseSync: DatabaseConstructor }).DatabaseSync
}

function packaged(): unknown {
  try {
    return createRequire(import.meta.url)('@photostructure/sqlite')
  } catch (cause) {
    throw new UserError(
      'store-unavailable',
      `Node ${process.versions.node} has no SQLite of its own and the package '@photostructure/sqlite' is not installed.`,
      'npm install @photostructure/sqlite@1.2.1, or use Node 22.13 or later',
      { cause },
    )
  }
}

/** Node 22 warns that its SQLite is experimental, on every start of every command; the contract suite is our answer to that. */
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
