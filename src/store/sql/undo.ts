import type { Projector } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import { factsArchived } from '../conflict.ts'
import type { Appended, RebuildOptions, UndoMark } from '../port.ts'
import type { SqlDialect, SqlDriver, SqlSession } from './driver.ts'
import { rebuildDocuments } from './rebuild.ts'

const OWN = 'organisation = ? AND project = ?'

export interface Undoing extends RebuildOptions {
  readonly marks: readonly UndoMark[]
  /** Appends the facts that say what was undone, onto the new documents. */
  readonly append: (session: SqlSession) => Promise<readonly Appended[]>
}

/** A rebuild under new marks, whose last transaction keeps the marks and the facts that say why. */
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
      checkAtHand(session, scope, {
        checkpoint,
        ids: [...ids(true), ...ids(false)],
        dialect: driver.dialect,
      }),
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
