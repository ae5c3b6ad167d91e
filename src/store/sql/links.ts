import type { Link } from '../fold-batch.ts'
import type { DocumentPlace } from './documents.ts'
import type { SqlDialect, SqlSession } from './driver.ts'

const LINK_COLUMNS = ['organisation', 'project', 'generation', 'subject', 'position']
const WAITING_COLUMNS = ['organisation', 'project', 'generation', 'position', 'subjects']

/** After this many positions the buffered links are moved. Twice as many would double what that append costs, and every read scans the buffer. */
const MOST_WAITING = 128

/** The position of a journal before and after a batch. */
export interface Progress {
  readonly from: number
  readonly to: number
}

/** Links are ordered by subject, so each link of a receipt would write a different page. They are buffered in event order; the batch that passes a multiple of `MOST_WAITING` moves them together. */
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

async function letWait(session: SqlSession, { owner, generation }: DocumentPlace, links: readonly Link[]) {
  const byPosition = new Map<number, string[]>()
  for (const { subject, position } of links) {
    const subjects = byPosition.get(position) ?? []
    if (subjects.push(subject) === 1) byPosition.set(position, subjects)
  }
  const rows = [...byPosition].map(([position, subjects]) => [...owner, generation, position, JSON.stringify(subjects)])
  await session.insert({ table: 'waiting_link', columns: WAITING_COLUMNS, rows })
}

/** Moves the buffered links into the index, in the order of the index. */
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

/** Selects the positions of the events about a subject; takes organisation, project, generation and subject twice. */
export function positionsAbout(dialect: SqlDialect): string {
  const own = 'organisation = ? AND project = ? AND generation = ?'
  return `SELECT position FROM link WHERE ${own} AND subject = ? UNION ALL
    SELECT position FROM waiting_link WHERE ${own} AND ? IN (SELECT one.value FROM ${dialect.eachOf('subjects')})`
}
