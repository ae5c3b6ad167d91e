import type { Document, DocumentKey } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import { type Changed, documentBytes } from '../fold-batch.ts'
import type { Head } from '../port.ts'
import { isName } from '../storable.ts'
import type { SqlDialect, SqlSession } from './driver.ts'
import { DOCUMENT_COLUMNS, DOCUMENT_KEY, documentOf, documentRow } from './rows.ts'
import { oneOf } from './select-events.ts'

export interface DocumentPlace {
  readonly owner: readonly [string, string]
  readonly generation: number
  readonly dialect: SqlDialect
}

/** Documents in the order of their keys; what is not there is left out. No name holds a NUL. */
export async function documentsByKey(
  session: SqlSession,
  place: DocumentPlace,
  keys: readonly DocumentKey[],
): Promise<Document<never>[]> {
  const idsByKind = new Map<string, string[]>()
  for (const { kind, id } of keys) {
    if (!isName(kind) || !isName(id)) continue
    const ids = idsByKind.get(kind)
    if (ids === undefined) idsByKind.set(kind, [id])
    else ids.push(id)
  }
  const ofKind = [...idsByKind].map(([kind, ids]) => {
    const isId = oneOf(place.dialect, 'id', ids)
    const sql = `SELECT kind, id, state, rank, text, body FROM document
      WHERE organisation = ? AND project = ? AND generation = ? AND kind = ? AND ${isId.sql}`
    return session.all(sql, [...place.owner, place.generation, kind, isId.parameter])
  })
  const found = new Map((await Promise.all(ofKind)).flat().map((row) => [`${row.kind}\0${row.id}`, documentOf(row)]))
  return keys.flatMap(({ kind, id }) => found.get(`${kind}\0${id}`) ?? [])
}

export async function writeDocuments(
  session: SqlSession,
  { owner, generation, dialect }: DocumentPlace,
  changed: readonly Changed[],
): Promise<void> {
  const { bodyAlone } = dialect
  const isBodyAlone = (one: Changed) => bodyAlone !== undefined && hasSamePlace(one)
  const rowOf = ({ document }: Changed) => documentRow(owner, generation, document)
  const rows = changed.filter((one) => !isBodyAlone(one)).map(rowOf)
  const sql = `UPDATE document SET body = ? WHERE ${DOCUMENT_KEY.map((column) => `${column} = ?`).join(' AND ')}`
  await Promise.all([
    session.insert({ table: 'document', columns: DOCUMENT_COLUMNS, rows, key: DOCUMENT_KEY }),
    ...changed
      .filter(isBodyAlone)
      .map(({ document }) =>
        session.run(sql, [bodyAlone!(documentBytes(document)), ...owner, generation, document.kind, document.id]),
      ),
  ])
}

function hasSamePlace({ document, stored }: Changed): boolean {
  return stored?.state === document.state && stored.rank === document.rank && stored.text === document.text
}

/** Where a journal stands. `generation` is the set of documents that readers see; `building` the one a rebuild writes. */
export interface HeadRow extends Head {
  readonly generation: number
  readonly building: number
}

/** The head of a journal. With `newJournalId` a journal that does not exist yet is begun. */
export async function headOf(session: SqlSession, scope: Scope, newJournalId?: () => string): Promise<HeadRow> {
  const owner = [scope.organisation, scope.project]
  const sql = `SELECT position, generation, building, policy_hash AS "policyHash", journal, checkpoint, checkpoint_policy AS "checkpointPolicy"
    FROM head WHERE organisation = ? AND project = ?`
  const [row] = await session.all(sql, owner)
  if (row !== undefined) return row as unknown as HeadRow
  const journal = newJournalId?.() ?? ''
  const head = { position: 0, generation: 1, building: 1, policyHash: '', journal, checkpoint: 0, checkpointPolicy: '' }
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
