import { UserError } from '../../domain/user-error.ts'
import { takeJournal } from '../sql/compact.ts'
import { ATTEMPT_MS, retryWhileBusy, sqliteEngine } from './engine.ts'
import { checkPages, lookAtFile } from './look.ts'
import { type Salvaged, salvage } from './salvage.ts'
import { openSqliteDriver } from './sqlite-driver.ts'
import { copyDatabase, openSqliteStore, projectsIn } from './sqlite-store.ts'

/** Writes unchanged events into a new file. They have to be folded again. */
export async function writeSalvaged(path: string, { journals }: Salvaged, newJournalId: () => string) {
  const driver = await openSqliteDriver({ path, waitMs: 1_000, durable: false, newJournalId })
  try {
    for (const journal of journals) await takeJournal(driver, journal, { ...journal, events: [journal.events] })
  } finally {
    await driver.close()
  }
}

/** Keeps everyone else from writing to a file until the returned function is called. Nobody can write to one that is too damaged to open. */
async function holdFile(path: string, waitMs: number): Promise<() => void> {
  const Database = sqliteEngine()
  try {
    return await retryWhileBusy({ path, waitMs }, () => {
      const database = new Database(path, { timeout: ATTEMPT_MS })
      try {
        database.exec('BEGIN IMMEDIATE')
      } catch (error) {
        database.close()
        throw error
      }
      // If the file was moved meanwhile, SQLite leaves its log alone.
      return () => database.close()
    })
  } catch (error) {
    if (error instanceof UserError && error.code !== 'store-corrupt') throw error
    return () => undefined
  }
}

export const RESTORE_TOOLS = {
  checkPages,
  copyDatabase,
  holdFile,
  lookAtFile,
  openSqliteStore,
  projectsIn,
  salvage,
  writeSalvaged,
}
