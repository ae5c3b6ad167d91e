import { storedNames } from '../../domain/events/stored-name.ts'
import type { ReadOptions } from '../port.ts'
import { isName } from '../storable.ts'
import type { SqlDialect, SqlValue } from './driver.ts'
import { positionsAbout } from './links.ts'
import { EVENT_COLUMNS } from './rows.ts'

/** The statement that reads events. A name that no fact can have is not asked for: PostgreSQL refuses some of them. */
export function selectEvents(
  owner: readonly [string, string],
  { after = 0, upTo, types, stream, key, subject, newestFirst = false, limit }: ReadOptions,
  generation: number,
  dialect: SqlDialect,
): { sql: string; parameters: SqlValue[] } {
  const conditions = ['organisation = ?', 'project = ?', 'position > ?']
  const parameters: SqlValue[] = [...owner, after]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    parameters.push(...values)
  }
  if (upTo !== undefined) where('position <= ?', upTo)
  if (types !== undefined)
    where(dialect.isOneOf('type'), JSON.stringify(types.flatMap(storedNames).filter(isName)))
  if (stream !== undefined) where('stream = ?', stream)
  if (key !== undefined) where('key = ?', key)
  if (subject !== undefined) {
    const own = [...owner, generation, subject]
    where(`position IN (${positionsAbout(dialect)})`, ...own, ...own)
  }
  const order = `ORDER BY position ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`
  return {
    sql: `SELECT ${EVENT_COLUMNS.join(', ')} FROM event WHERE ${conditions.join(' AND ')} ${order}`,
    parameters: [...parameters, limit],
  }
}
