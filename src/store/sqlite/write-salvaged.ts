import type { StoredEvent } from '../../domain/event.ts'
import type { SqlSession } from '../sql/driver.ts'
import { ARCHIVED, EVENT_COLUMNS, eventRow } from '../sql/rows.ts'
import type { Salvaged, SalvagedJournal } from './salvage.ts'
import { openSqliteDriver } from './sqlite-driver.ts'

/** Writes events as they are into a new file. What follows from them has to be folded again. */
export async function writeSalvaged(
  path: string,
  { journals }: Salvaged,
  newJournalId: () => string,
): Promise<void> {
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
