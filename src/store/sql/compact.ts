import { digest } from '../../domain/digest.ts'
import type { Projector } from '../../domain/document.ts'
import type { StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import { archiveDamaged, otherEvent } from '../conflict.ts'
import { policyAfter } from '../fold-batch.ts'
import type { ArchivedPayload, RebuildOptions, TakenJournal } from '../port.ts'
import { headOf } from './documents.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import { beginRefold, dropGenerations, Refold, stillBuilding } from './refold.ts'
import { ARCHIVED, EVENT_COLUMNS, EVENT_LIST, eventOf, eventRow } from './rows.ts'

const OWN = 'organisation = ? AND project = ?'

/** Folds up to a position beside the current documents, as a rebuild does, stores the result as the checkpoint, and drops the payloads behind it, all of them or none. */
export async function compactJournal(
  driver: SqlDriver,
  scope: Scope,
  { upTo, projector }: { upTo: number; projector: Projector },
  options: RebuildOptions,
): Promise<void> {
  const begun = await driver.write(scope, (session) => beginRefold(session, scope, driver))
  const { generation, head } = begun
  const cut = Math.min(upTo, head.folded)
  const fold = new Refold(driver, scope, projector, begun)
  if (cut > head.checkpoint) await fold.upTo(cut, options.onProgress)
  await driver.write(scope, async (session) => {
    const now = await stillBuilding(session, scope, begun.progress)
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

/** Restores the payloads of facts, each checked against the digest in the chain. */
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

/** Writes the unchanged events of another store, reads each back and compares it, all in one transaction. The head records that they still have to be folded. */
export function takeJournal(driver: SqlDriver, scope: Scope, taken: TakenJournal): Promise<void> {
  const { journal, events, checkpoint = 0, checkpointPolicy = '', checkpointRows = [] } = taken
  const owner = [scope.organisation, scope.project]
  const own = ['organisation', 'project']
  return driver.write(scope, async (session) => {
    await headOf(session, scope, driver.newJournalId)
    const ends = new Map<string, StoredEvent>()
    let position = 0
    for await (const page of events) {
      await session.insert({ table: 'event', columns: EVENT_COLUMNS, rows: page.map(rowOf) })
      const sql = `SELECT ${EVENT_LIST} FROM event WHERE ${OWN} AND position > ? ORDER BY position`
      const written = (await session.all(sql, [...owner, position])).map(eventOf)
      for (const [n, event] of page.entries())
        if (JSON.stringify(rowOf(event)) !== JSON.stringify(written[n] && rowOf(written[n]))) throw otherEvent(event)
      for (const event of page) ends.set(event.stream, event)
      position = page.at(-1)?.position ?? position
    }
    const streams = [...ends.values()].map(({ stream, version, hash }) => [...owner, stream, version, hash])
    await session.insert({ table: 'stream', columns: [...own, 'stream', 'version', 'hash'], rows: streams })
    const columns = 'journal position generation building policy_hash checkpoint checkpoint_policy'.split(' ')
    const head = [journal || driver.newJournalId(), position, 1, 1, 'mixed', checkpoint, checkpointPolicy]
    await session.insert({ table: 'head', columns: [...own, ...columns], rows: [[...owner, ...head]], key: own })
    const rows = checkpointRows.map((row) => Object.values(row))
    if (rows.length > 0) await session.insert({ table: 'checkpoint', columns: Object.keys(checkpointRows[0]!), rows })
  })
}

/** An archived payload leaves a mark in its place. */
function rowOf(event: StoredEvent) {
  return eventRow(event.archived ? { ...event, payload: ARCHIVED } : event)
}
