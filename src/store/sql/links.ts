import type { Link } from '../fold-batch.ts'
import type { DocumentPlace } from './documents.ts'
import type { SqlDialect, SqlSession } from './driver.ts'

const LINK_COLUMNS = ['organisation', 'project', 'generation', 'subject', 'position']
const WAITING_COLUMNS = ['organisation', 'project', 'generation', 'position', 'subjects']

/** Every so many positions, the links that wait are moved. Reading what is about a thing looks through all that wait. */
const MOST_WAITING = 128

/** Where a journal stood before a batch, and where it stands after it. */
export interface Progress {
  readonly from: number
  readonly to: number
}

/**
 * Links are ordered by their subjects, so each of a receipt's would dirty a page of its own. They wait in the order of the events
 * instead, a row for each event, and are moved many at a time; a batch that passes a multiple of `MOST_WAITING` does it.
 */
export async function writeLinks(
  session: SqlSession,
  place: DocumentPlace,
  links: readonly Link[],
  { from, to }: Progress,
): Promise<void> {
  if (Math.floor(from / MOST_WAITING) === Math.floor(to / MOST_WAITING)) return letWait(session, place, links)
  await Promise.all([moveWaiting(session, place), insertLinks(session, place, links)])
}

export async function insertLinks(
  session: SqlSession,
  { owner, generation }: DocumentPlace,
  links: readonly Link[],
): Promise<void> {
  const rows = links.map(({ subject, position }) => [...owner, generation, subject, position])
  await session.insert({ table: 'link', columns: LINK_COLUMNS, rows, key: LINK_COLUMNS })
}

async function letWait(
  session: SqlSession,
  { owner, generation }: DocumentPlace,
  links: readonly Link[],
): Promise<void> {
  const byPosition = new Map<number, string[]>()
  for (const { subject, position } of links) {
    const subjects = byPosition.get(position)
    if (subjects === undefined) byPosition.set(position, [subject])
    else subjects.push(subject)
  }
  const rows = [...byPosition].map(([position, subjects]) => [
    ...owner,
    generation,
    position,
    JSON.stringify(subjects),
  ])
  await session.insert({ table: 'waiting_link', columns: WAITING_COLUMNS, rows })
}

/** Puts the links that wait into their places, in the order of the places. */
export async function moveWaiting(session: SqlSession, place: DocumentPlace): Promise<void> {
  const { owner, generation, dialect } = place
  await Promise.all([
    session.run(
      `INSERT INTO link (${LINK_COLUMNS.join(', ')})
       SELECT DISTINCT organisation, project, generation, one.value, position FROM waiting_link, ${dialect.eachOf('subjects')}
       WHERE organisation = ? AND project = ? AND generation = ? ORDER BY one.value, position`,
      [...owner, generation],
    ),
    session.run('DELETE FROM waiting_link WHERE organisation = ? AND project = ? AND generation = ?', [
      ...owner,
      generation,
    ]),
  ])
}

/** Selects the positions of the events about a subject; organisation, project, generation and subject stand in it twice. */
export function positionsAbout(dialect: SqlDialect): string {
  const own = 'organisation = ? AND project = ? AND generation = ?'
  return `SELECT position FROM link WHERE ${own} AND subject = ? UNION ALL
    SELECT position FROM waiting_link WHERE ${own} AND ? IN (SELECT one.value FROM ${dialect.eachOf('subjects')})`
}
