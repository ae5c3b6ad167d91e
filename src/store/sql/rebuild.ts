import type { Projector } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import type { RebuildOptions } from '../port.ts'
import { emptyCache } from './cache.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import type { HeadRow } from './head.ts'
import { beginRefold, dropGenerations, type Marks, Refold, stillBuilding } from './refold.ts'

export interface Rebuilding extends RebuildOptions {
  readonly marks?: Marks
  /** Asked before any work is done; what it throws ends the rebuild. */
  readonly check?: (session: SqlSession, head: HeadRow) => Promise<void>
  /** What else happens in the transaction that makes the switch, once the new documents are in force. */
  readonly finish?: (session: SqlSession) => Promise<void>
}

/**
 * Folds the journal anew into a second generation of documents, while readers and writers go on with the first; the last
 * transaction folds what came in meanwhile and makes the switch. Memory is bounded by the documents on the desk.
 */
export async function rebuildDocuments(
  driver: SqlDriver,
  scope: Scope,
  projector: Projector,
  { marks, check, finish, onProgress }: Rebuilding,
): Promise<{ events: number }> {
  const begun = await driver.write(scope, async (session) => {
    const taken = await beginRefold(session, scope, driver)
    await check?.(session, taken.head)
    return marks === undefined ? taken : { ...taken, marks }
  })
  const fold = new Refold(driver, scope, projector, begun)
  await fold.upTo(begun.head.position, onProgress)
  const { generation } = begun
  return driver.write(scope, async (session) => {
    const head = await stillBuilding(session, scope, generation)
    await fold.tail(session, head.position)
    const sql = 'UPDATE head SET generation = ?, policy_hash = ? WHERE organisation = ? AND project = ?'
    await session.run(sql, [generation, projector.policyHash, scope.organisation, scope.project])
    await dropGenerations(session, scope, generation)
    await emptyCache(session, [scope.organisation, scope.project])
    await finish?.(session)
    return { events: head.position }
  })
}
