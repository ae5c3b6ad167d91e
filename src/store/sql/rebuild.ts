import type { Projector } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import type { RebuildOptions } from '../port.ts'
import { emptyCache } from './cache.ts'
import type { SqlDriver } from './driver.ts'
import { beginRefold, dropGenerations, Refold, stillBuilding } from './refold.ts'

/**
 * Folds the journal anew into a second generation of documents, while readers and writers go on with the first; the last
 * transaction folds what came in meanwhile and makes the switch. Memory is bounded by the documents on the desk.
 */
export async function rebuildDocuments(
  driver: SqlDriver,
  scope: Scope,
  projector: Projector,
  options: RebuildOptions,
): Promise<{ events: number }> {
  const begun = await driver.write(scope, (session) => beginRefold(session, scope, driver.newJournalId))
  const fold = new Refold(driver, scope, projector, begun)
  await fold.upTo(begun.head.position, options.onProgress)
  const { generation } = begun
  return driver.write(scope, async (session) => {
    const head = await stillBuilding(session, scope, generation)
    await fold.tail(session, head.position)
    const sql = 'UPDATE head SET generation = ?, policy_hash = ? WHERE organisation = ? AND project = ?'
    await session.run(sql, [generation, projector.policyHash, scope.organisation, scope.project])
    await dropGenerations(session, scope, generation)
    await emptyCache(session, [scope.organisation, scope.project])
    return { events: head.position }
  })
}
