import type { Scope } from '../../domain/scope.ts'
import type { SqlSession } from './driver.ts'

/** Where a journal stands. `generation` is the set of documents that readers see; `building` the one a rebuild writes. */
export interface HeadRow {
  readonly position: number
  readonly generation: number
  readonly building: number
  readonly policyHash: string
  readonly journal: string
  readonly checkpoint: number
  readonly checkpointPolicy: string
}

/** The head of a journal. With `newJournalId` a journal that does not exist yet is begun. */
export async function headOf(
  session: SqlSession,
  scope: Scope,
  newJournalId?: () => string,
): Promise<HeadRow> {
  const owner = [scope.organisation, scope.project]
  const sql =
    'SELECT position, generation, building, policy_hash, journal, checkpoint, checkpoint_policy FROM head WHERE organisation = ? AND project = ?'
  const [row] = await session.all(sql, owner)
  if (row !== undefined) {
    return {
      position: row.position as number,
      generation: row.generation as number,
      building: row.building as number,
      policyHash: row.policy_hash as string,
      journal: row.journal as string,
      checkpoint: row.checkpoint as number,
      checkpointPolicy: row.checkpoint_policy as string,
    }
  }
  const head = {
    position: 0,
    generation: 1,
    building: 1,
    policyHash: '',
    journal: newJournalId?.() ?? '',
    checkpoint: 0,
    checkpointPolicy: '',
  }
  if (newJournalId === undefined) return head
  const columns = ['organisation', 'project', 'position', 'generation', 'building', 'policy_hash', 'journal']
  await session.insert({ table: 'head', columns, rows: [[...owner, 0, 1, 1, '', head.journal]] })
  return head
}

export async function touchHead(
  session: SqlSession,
  scope: Scope,
  change: { position: number; policyHash: string },
): Promise<void> {
  const sql = 'UPDATE head SET position = ?, policy_hash = ? WHERE organisation = ? AND project = ?'
  await session.run(sql, [change.position, change.policyHash, scope.organisation, scope.project])
}

/** Whether the database holds one project only, as a repository's own file does. */
export async function isOnlyJournal(session: SqlSession): Promise<boolean> {
  return (await session.all('SELECT 1 AS one FROM head LIMIT 2', [])).length < 2
}
