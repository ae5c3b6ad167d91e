import { randomUUID } from 'node:crypto'
import type { OnCommit, Store } from '../port.ts'
import { takeJournal } from '../sql/compact.ts'
import { foldPages } from '../sql/refold.ts'
import { SqlJournal } from '../sql/sql-journal.ts'
import { readOnly } from './engine.ts'
import { explain } from './explain.ts'
import { checkPages, fileState, lookAtFile, MOST_BYTES } from './look.ts'
import { openSqliteDriver } from './sqlite-driver.ts'
import { walProblem } from './wal-check.ts'

/** Ways to inspect a journal's file without opening it for writing. */
export const FILE_LOOKS = { mostBytes: MOST_BYTES, fileState, lookAtFile, walProblem }

export interface SqliteStoreOptions {
  /** The database file; its folder must exist. '' is an unnamed file that is deleted when the store is closed. */
  readonly path: string
  /** How long a writer waits for its turn before it fails. */
  readonly waitMs?: number
  /** False only if the last moments may be lost. */
  readonly durable?: boolean
  readonly onCommit?: OnCommit
}

/** Opens the journal in one file, and brings its schema up to date. */
export async function openSqliteStore({
  path,
  waitMs = 30_000,
  durable = true,
  onCommit,
}: SqliteStoreOptions): Promise<Store> {
  const driver = await openSqliteDriver({ path, waitMs, durable, newJournalId: randomUUID })
  return {
    journal: (scope, folding) =>
      new SqlJournal(driver, scope, {
        folding,
        onCommit: onCommit && ((commit) => onCommit({ ...commit, isOnDisk: durable && commit.isOnDisk })),
      }),
    copyTo: (to) => copyDatabase(path, to, waitMs),
    checkPages: () => checkPages(path, waitMs),
    take: (scope, taken) => takeJournal(driver, scope, taken),
    fold: (scope, pages, projector) => foldPages(driver, scope, projector, pages),
    close: () => driver.close(),
  }
}

/** A connection of its own, which reads one snapshot of the file, whoever writes meanwhile. */
export function copyDatabase(from: string, to: string, waitMs: number): void {
  try {
    readOnly(from, waitMs, (database) => database.prepare('VACUUM INTO ?').run(to))
  } catch (error) {
    throw explain(error, to, waitMs)
  }
}

/** The projects that a file holds; none if it cannot be read as a journal. */
export function projectsIn(path: string): string[] {
  try {
    const rows = readOnly(path, 1_000, (database) => database.prepare('SELECT DISTINCT project FROM head').all())
    return rows.map(({ project }) => String(project))
  } catch {
    return []
  }
}
