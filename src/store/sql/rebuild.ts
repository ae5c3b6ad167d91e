import type { Projector } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import { factsArchived } from '../conflict.ts'
import type { Appended, CacheEntry, RebuildOptions, UndoMark } from '../port.ts'
import type { HeadRow } from './documents.ts'
import type { SqlDialect, SqlDriver, SqlSession } from './driver.ts'
import { beginRefold, dropGenerations, type Marks, Refold, stillBuilding } from './refold.ts'

const KEY = ['organisation', 'project', 'kind', 'id']

export interface CachePlace {
  readonly owner: readonly [string, string]
  readonly dialect: SqlDialect
  readonly kind: string
}

export async function cachedEntries(session: SqlSession, { owner, kind }: Omit<CachePlace, 'dialect'>, last?: number) {
  const newestFirst = last === undefined ? '' : ' DESC LIMIT ?'
  const sql = `SELECT id, version, value FROM cache WHERE organisation = ? AND project = ? AND kind = ? ORDER BY id${newestFirst}`
  const rows = await session.all(sql, [...owner, kind, ...(last === undefined ? [] : [last])])
  return (last === undefined ? rows : rows.toReversed()) as unknown as CacheEntry[]
}

/** Writes entries if each follows the existing version; false otherwise. */
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

export interface Rebuilding extends RebuildOptions {
  readonly marks?: Marks
  /** Called before any work is done; ends the rebuild by throwing. */
  readonly check?: (session: SqlSession, head: HeadRow) => Promise<void>
  /** Further work in the transaction that switches to the new documents, after the switch. */
  readonly finish?: (session: SqlSession) => Promise<void>
}

/** Folds the journal into a second generation of documents while readers and writers use the first; the last transaction switches. Memory is bounded by the documents held at one time. */
export async function rebuildDocuments(
  driver: SqlDriver,
  scope: Scope,
  projector: Projector,
  { marks, check, finish, onProgress }: Rebuilding,
): Promise<{ events: number }> {
  const begun = await driver.write(scope, async (session) => {
    const taken = await beginRefold(session, scope, driver, marks === undefined ? projector.policyHash : '')
    await check?.(session, taken.head)
    return marks === undefined ? taken : { ...taken, marks }
  })
  const fold = new Refold(driver, scope, projector, begun)
  await fold.upTo(begun.head.position, onProgress)
  const { generation } = begun
  return driver.write(scope, async (session) => {
    const head = await stillBuilding(session, scope, begun.progress)
    await fold.tail(session, head.position)
    const sql = 'UPDATE head SET generation = ?, policy_hash = ?, unfolded = 0 WHERE organisation = ? AND project = ?'
    await session.run(sql, [generation, projector.policyHash, scope.organisation, scope.project])
    await dropGenerations(session, scope, generation)
    await emptyCache(session, [scope.organisation, scope.project])
    await finish?.(session)
    return { events: head.position }
  })
}

const OWN = 'organisation = ? AND project = ?'

export interface Undoing extends RebuildOptions {
  readonly marks: readonly UndoMark[]
  /** Appends the facts that record the undo, and folds them into the new documents. */
  readonly append: (session: SqlSession) => Promise<readonly Appended[]>
}

/** A rebuild under new marks, whose last transaction stores the marks and the facts that give the reasons. */
export async function undoEvents(
  driver: SqlDriver,
  scope: Scope,
  projector: Projector,
  { marks, append, onProgress }: Undoing,
): Promise<readonly Appended[]> {
  let appended: readonly Appended[] = []
  const ids = (undone: boolean) => marks.filter((mark) => mark.undone === undone).map(({ event }) => event)
  await rebuildDocuments(driver, scope, projector, {
    onProgress,
    marks: new Map(marks.map(({ event, undone }) => [event, undone])),
    check: (session, { checkpoint }) =>
      checkAtHand(session, scope, { checkpoint, ids: [...ids(true), ...ids(false)], dialect: driver.dialect }),
    finish: async (session) => {
      await mark(session, scope, { undone: 1, ids: ids(true), dialect: driver.dialect })
      await mark(session, scope, { undone: 0, ids: ids(false), dialect: driver.dialect })
      appended = await append(session)
    },
  })
  return appended
}

async function checkAtHand(
  session: SqlSession,
  { organisation, project }: Scope,
  { checkpoint, ids, dialect }: { checkpoint: number; ids: readonly string[]; dialect: SqlDialect },
): Promise<void> {
  if (checkpoint === 0) return
  const sql = `SELECT 1 AS one FROM event WHERE ${OWN} AND position <= ? AND ${dialect.isOneOf('id')} LIMIT 1`
  const rows = await session.all(sql, [organisation, project, checkpoint, JSON.stringify(ids)])
  if (rows.length > 0) throw factsArchived(checkpoint)
}

async function mark(
  session: SqlSession,
  { organisation, project }: Scope,
  { undone, ids, dialect }: { undone: 0 | 1; ids: readonly string[]; dialect: SqlDialect },
): Promise<void> {
  if (ids.length === 0) return
  const sql = `UPDATE event SET undone = ? WHERE ${OWN} AND ${dialect.isOneOf('id')}`
  await session.run(sql, [undone, organisation, project, JSON.stringify(ids)])
}
