import type { CacheEntry } from '../port.ts'
import type { SqlDialect, SqlSession } from './driver.ts'

const KEY = ['organisation', 'project', 'kind', 'id']

export interface CachePlace {
  readonly owner: readonly [string, string]
  readonly dialect: SqlDialect
  readonly kind: string
}

export async function cachedEntries(
  session: SqlSession,
  { owner, kind }: Omit<CachePlace, 'dialect'>,
): Promise<CacheEntry[]> {
  const sql =
    'SELECT id, version, value FROM cache WHERE organisation = ? AND project = ? AND kind = ? ORDER BY id'
  return (await session.all(sql, [...owner, kind])) as unknown as CacheEntry[]
}

/** Writes entries if each follows the version that is there; false otherwise. */
export async function cacheEntries(
  session: SqlSession,
  { owner, kind, dialect }: CachePlace,
  entries: readonly CacheEntry[],
): Promise<boolean> {
  const sql = `SELECT id, version FROM cache WHERE organisation = ? AND project = ? AND kind = ? AND ${dialect.isOneOf('id')}`
  const ids = JSON.stringify(entries.map(({ id }) => id))
  const rows = await session.all(sql, [...owner, kind, ids])
  const versions = new Map(rows.map((row) => [row.id, row.version as number]))
  if (entries.some(({ id, version }) => version !== (versions.get(id) ?? 0) + 1)) return false
  await session.insert({
    table: 'cache',
    columns: [...KEY, 'version', 'value'],
    rows: entries.map(({ id, version, value }) => [...owner, kind, id, version, value]),
    key: KEY,
  })
  return true
}

export async function emptyCache(session: SqlSession, owner: readonly [string, string]): Promise<void> {
  await session.run('DELETE FROM cache WHERE organisation = ? AND project = ?', owner)
}
