import type { StoredEvent } from '../../domain/event.ts'
import { UserError } from '../../domain/user-error.ts'
import type { SqlSession } from '../sql/driver.ts'
import { ARCHIVED, EVENT_COLUMNS, eventRow } from '../sql/rows.ts'
import { ATTEMPT_MS, retryWhileBusy, sqliteEngine } from './engine.ts'
import { checkPages, lookAtFile } from './look.ts'
import { type Salvaged, type SalvagedJournal, salvage } from './salvage.ts'
import { openSqliteDriver } from './sqlite-driver.ts'
import { copyDatabase, openSqliteStore, projectsIn } from './sqlite-store.ts'

/** Writes events as they are into a new file. What follows from them has to be folded again. */
export async function writeSalvaged(path: string, { journals }: Salvaged, newJournalId: () => string) {
  const driver = await openSqliteDriver({ path, waitMs: 1_000, durable: false, newJournalId })
  try {
    for (const journal of journals)
      await driver.write(journal, (session) => writeJournal(session, journal, newJournalId))
  } finally {
    await driver.close()
  }
}

async function writeJournal(
  session: SqlSession,
  { organisation, project, journal, events, checkpoint, checkpointPolicy, checkpointRows }: SalvagedJournal,
  newJournalId: () => string,
): Promise<void> {
  const owner = [organisation, project]
  const own = ['organisation', 'project']
  const head = [journal || newJournalId(), events.length, 1, 1, '', checkpoint, checkpointPolicy]
  await session.insert({
    table: 'head',
    columns: [
      ...own,
      'journal',
      'position',
      'generation',
      'building',
      'policy_hash',
      'checkpoint',
      'checkpoint_policy',
    ],
    rows: [[...owner, ...head]],
  })
  await session.insert({ table: 'event', columns: EVENT_COLUMNS, rows: events.map(eventRowOf) })
  const ends = new Map(events.map((event) => [event.stream, event]))
  await session.insert({
    table: 'stream',
    columns: [...own, 'stream', 'version', 'hash'],
    rows: [...ends.values()].map(({ stream, version, hash }) => [...owner, stream, version, hash]),
  })
  const [first] = checkpointRows
  if (first !== undefined)
    await session.insert({
      table: 'checkpoint',
      columns: Object.keys(first),
      rows: checkpointRows.map((row) => Object.values(row)),
    })
}

/** Words that are in an archive leave a mark in their place. */
function eventRowOf(event: StoredEvent) {
  return eventRow(event.archived ? { ...event, payload: ARCHIVED } : event)
}

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
