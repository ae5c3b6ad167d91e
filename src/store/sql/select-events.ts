import { storedNames } from '../../domain/events/stored-name.ts'
import type { Link } from '../fold-batch.ts'
import type { ReadOptions } from '../port.ts'
import { isName } from '../storable.ts'
import type { Insertion, SqlDialect, SqlSession, SqlValue } from './driver.ts'
import { positionsAbout } from './links.ts'
import { EVENT_LIST, eventOf } from './rows.ts'

/** The statement that reads events. Names that no fact can have are not sent, because PostgreSQL refuses some. `links` are those that are not in the tables yet. */
export function selectEvents(
  owner: readonly [string, string],
  { after = 0, upTo, types, stream, key, subject, newestFirst = false, limit }: ReadOptions,
  { generation, links = [] }: { generation: number; links?: readonly Link[] },
  dialect: SqlDialect,
): { sql: string; parameters: SqlValue[] } {
  const names = types?.flatMap(storedNames).filter(isName)
  const isByType = names !== undefined && names.length > 0 && (stream ?? key ?? subject) === undefined
  // Without the sign, SQLite would walk the whole journal by position to find the few events of a stream or about a thing; `+` excludes that index.
  const place = stream === undefined && subject === undefined ? 'position' : '+position'
  const conditions = ['organisation = ?', 'project = ?', `${place} > ?`]
  const parameters: SqlValue[] = [...owner, after]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    parameters.push(...values)
  }
  // In a stream, versions and positions have the same order.
  const order = `ORDER BY ${stream === undefined ? 'position' : 'version'} ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`
  if (upTo !== undefined) where(`${place} <= ?`, upTo)
  if (isByType) {
    // The first events of each type are adjacent in the index; the first of all types are among them.
    const first = `SELECT position FROM (SELECT position FROM event WHERE ${conditions.join(' AND ')} AND type = ? ${order}) AS first`
    const sought = names.flatMap((name) => [...parameters, name, limit])
    conditions.splice(2, Infinity, `position IN (${names.map(() => first).join(' UNION ALL ')})`)
    parameters.splice(2, Infinity, ...sought)
  } else if (names !== undefined) where(dialect.isOneOf('type'), JSON.stringify(names))
  if (stream !== undefined) where('stream = ?', stream)
  if (key !== undefined) where('key = ?', key)
  if (subject !== undefined) {
    const own = [...owner, generation, subject]
    const more = links.length === 0 ? [] : [JSON.stringify(links.map(({ position }) => position))]
    const others = more.map(() => ` UNION ALL SELECT one.value FROM ${dialect.eachOf('?')}`).join('')
    where(`position IN (${positionsAbout(dialect)}${others})`, ...own, ...own, ...more)
  }
  return {
    sql: `SELECT ${EVENT_LIST} FROM event WHERE ${conditions.join(' AND ')} ${order}`,
    parameters: [...parameters, limit],
  }
}

/** How many events are folded in one transaction. */
const PAGE = 500

/** The events that are folded next. */
export async function eventsAfter(session: SqlSession, owner: readonly string[], position: number) {
  const sql = `SELECT ${EVENT_LIST} FROM event WHERE organisation = ? AND project = ? AND position > ? ORDER BY position LIMIT ?`
  return (await session.all(sql, [...owner, position, PAGE])).map(eventOf)
}

/** The condition that a column has one of some strings, and its one parameter. For a single one it is plain equality, so that rows come in the order of an index. */
export function oneOf(dialect: SqlDialect, column: string, items: readonly string[]) {
  const [only] = items
  return items.length === 1 && only !== undefined
    ? { sql: `${column} = ?`, parameter: only }
    : { sql: dialect.isOneOf(column), parameter: JSON.stringify(items) }
}

/** The statement that inserts rows into a table; `rows` selects them in the dialect. With a key, existing rows are replaced. */
export function insertSql({ table, columns, key }: Omit<Insertion, 'rows'>, rows: string): string {
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) ${rows}`
  if (key === undefined) return sql
  const rest = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)
  return `${sql} ON CONFLICT (${key.join(', ')}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.join(', ')}`}`
}
