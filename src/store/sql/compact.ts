import { digest } from '../../domain/digest.ts'
import type { Projector } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import { archiveDamaged } from '../conflict.ts'
import { policyAfter } from '../fold-batch.ts'
import type { ArchivedPayload, RebuildOptions } from '../port.ts'
import { headOf } from './documents.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import { beginRefold, dropGenerations, Refold, stillBuilding } from './refold.ts'
import { ARCHIVED } from './rows.ts'

const OWN = 'organisation = ? AND project = ?'

/** Folds up to a position beside the documents in use, as a rebuild does, keeps the result as the checkpoint, and drops the payloads it was made of, all of them or none. */
export async function compactJournal(
  driver: SqlDriver,
  scope: Scope,
  { upTo, projector }: { upTo: number; projector: Projector },
  options: RebuildOptions,
): Promise<void> {
  const begun = await driver.write(scope, (session) => beginRefold(session, scope, driver))
  const { generation, head } = begun
  const cut = Math.min(upTo, head.position)
  const fold = new Refold(driver, scope, projector, begun)
  if (cut > head.checkpoint) await fold.upTo(cut, options.onProgress)
  await driver.write(scope, async (session) => {
    const now = await stillBuilding(session, scope, generation)
    if (cut > head.checkpoint) await keepCheckpoint(session, scope, { generation, cut })
    await dropGenerations(session, scope, now.generation)
    const policy = policyAfter(now.checkpointPolicy, projector.policyHash)
    const kept = cut > head.checkpoint ? [cut, policy] : [head.checkpoint, head.checkpointPolicy]
    const sql = `UPDATE head SET checkpoint = ?, checkpoint_policy = ?, building = generation WHERE ${OWN}`
    await session.run(sql, [...kept, scope.organisation, scope.project])
  })
}

async function keepCheckpoint(
  session: SqlSession,
  scope: Scope,
  { generation, cut }: { generation: number; cut: number },
): Promise<void> {
  const owner = [scope.organisation, scope.project]
  const columns = 'organisation, project, kind, id, state, rank, text, body'
  await session.run(`DELETE FROM checkpoint WHERE ${OWN}`, owner)
  await session.run(
    `INSERT INTO checkpoint (${columns}) SELECT ${columns} FROM document WHERE ${OWN} AND generation = ?`,
    [...owner, generation],
  )
  await session.run(`UPDATE event SET payload = '${ARCHIVED}' WHERE ${OWN} AND position <= ? AND payload IS NOT NULL`, [
    ...owner,
    cut,
  ])
}

/** Puts payloads back into their facts, each checked against the digest that the chain holds. */
export async function restorePayloads(
  session: SqlSession,
  { organisation, project }: Scope,
  payloads: readonly ArchivedPayload[],
): Promise<void> {
  const owner = [organisation, project]
  for (const { id, payload } of payloads) {
    const [row] = await session.all(`SELECT payload, payload_digest FROM event WHERE ${OWN} AND id = ?`, [...owner, id])
    if (row === undefined || row.payload_digest !== digest(payload)) throw archiveDamaged(id)
    if (row.payload !== ARCHIVED) continue
    await session.run(`UPDATE event SET payload = ? WHERE ${OWN} AND id = ?`, [payload, ...owner, id])
  }
}

export async function closeCheckpoint(session: SqlSession, scope: Scope): Promise<{ missing: number }> {
  const owner = [scope.organisation, scope.project]
  const { checkpoint } = await headOf(session, scope)
  const sql = `SELECT count(*) AS n FROM event WHERE ${OWN} AND position <= ? AND payload = '${ARCHIVED}'`
  const [row] = await session.all(sql, [...owner, checkpoint])
  const missing = Number(row?.n ?? 0)
  if (missing > 0 || checkpoint === 0) return { missing }
  await session.run(`DELETE FROM checkpoint WHERE ${OWN}`, owner)
  await session.run(`UPDATE head SET checkpoint = 0, checkpoint_policy = '' WHERE ${OWN}`, owner)
  return { missing }
}
