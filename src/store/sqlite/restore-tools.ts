import { UserError } from '../../domain/user-error.ts'
import { sqliteEngine } from './engine.ts'
import { checkPages, lookAtFile } from './look.ts'
import { ATTEMPT_MS, retryWhileBusy } from './retry.ts'
import { salvage } from './salvage.ts'
import { copyDatabase, openSqliteStore, projectsIn } from './sqlite-store.ts'
import { writeSalvaged } from './write-salvaged.ts'

/** Keeps everyone else from writing a file until the returned function is called. One that is damaged beyond opening nobody writes. */
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
      // SQLite leaves the log of a file that was moved meanwhile as it is.
      return () => database.close()
    })
  } catch (error) {
    if (error instanceof UserError && error.code !== 'store-corrupt') throw error
    return () => undefined
  }
}

/** What a restore does with files. */
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
