import type { Document, DocumentKey } from '../../domain/document.ts'
import type { Scope } from '../../domain/scope.ts'
import { type Changed, type DocumentSource, documentBytes } from '../fold-batch.ts'
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

/** Documents in the order of their keys; missing ones are left out. No name contains a NUL. */
export async function documentsByKey(
  session: SqlSession,
  place: DocumentPlace,
  keys: readonly DocumentKey[],
): Promise<Document<never>[]> {
  const idsByKind = new Map<string, string[]>()
  for (const { kind, id } of keys) {
    if (!isName(kind) || !isName(id)) continue
    const ids = idsByKind.get(kind) ?? []
    if (ids.push(id) === 1) idsByKind.set(kind, ids)
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

/** The source of documents while events are folded in a transaction. */
export function documentSource(session: SqlSession, place: DocumentPlace): DocumentSource {
  const key = DOCUMENT_KEY.map((column) => `${column} = ?`).join(' AND ')
  const sql = `SELECT kind, id, state, rank, text, body FROM document WHERE ${key}`
  const find = ({ kind, id }: DocumentKey) => {
    if (!isName(kind) || !isName(id)) return undefined
    const row = session.first!(sql, [...place.owner, place.generation, kind, id])
    return row && documentOf(row)
  }
  return { load: (keys) => documentsByKey(session, place, keys), find: session.first && find }
}

export async function writeDocuments(
  session: SqlSession,
  { owner, generation, dialect }: DocumentPlace,
  changed: readonly Changed[],
): Promise<void> {
  const { bodyAlone } = dialect
  const isBodyAlone = ({ document: { state, rank, text }, stored }: Changed) =>
    bodyAlone !== undefined && stored?.state === state && stored.rank === rank && stored.text === text
  const rowOf = ({ document }: Changed) => documentRow(owner, generation, document)
  const rows = changed.filter((one) => !isBodyAlone(one)).map(rowOf)
  const sql = `UPDATE document SET body = ? WHERE ${DOCUMENT_KEY.map((column) => `${column} = ?`).join(' AND ')}`
  await Promise.all([
    session.insert({ table: 'document', columns: DOCUMENT_COLUMNS, rows, key: DOCUMENT_KEY }),
    ...changed.filter(isBodyAlone).map(({ document }) => {
      const { kind, id } = document
      return session.run(sql, [bodyAlone!(documentBytes(document), kind), ...owner, generation, kind, id])
    }),
  ])
}

/** The state of a journal. `generation` is the set of documents that readers see; `building` is the one that a rebuild writes. */
export interface HeadRow extends Head {
  readonly generation: number
  readonly building: number
  /** The position up to which events are folded into the documents. */
  readonly folded: number
}

/** The head of a journal. With `newJournalId`, begins a journal that does not exist yet. */
export async function headOf(session: SqlSession, scope: Scope, newJournalId?: () => string): Promise<HeadRow> {
  const owner = [scope.organisation, scope.project]
  const [row] = await session.all('SELECT * FROM head WHERE organisation = ? AND project = ?', owner)
  if (row !== undefined) {
    const { policy_hash: policyHash, checkpoint_policy: checkpointPolicy, unfolded = 0, ...rest } = row
    const folded = Number(row.position) - Number(unfolded)
    return Object.assign(rest, { policyHash, checkpointPolicy, folded }) as unknown as HeadRow
  }
  const journal = newJournalId?.() ?? ''
  const begun = { position: 0, generation: 1, building: 1, folded: 0, checkpoint: 0 }
  const head = { ...begun, policyHash: '', journal, checkpointPolicy: '' }
  if (newJournalId === undefined) return head
  const columns = ['organisation', 'project', 'position', 'generation', 'building', 'policy_hash', 'journal']
  await session.insert({ table: 'head', columns, rows: [[...owner, 0, 1, 1, '', head.journal]] })
  return head
}

/** Whether the database holds one project only, as a repository's own file does. */
export async function isOnlyJournal(session: SqlSession): Promise<boolean> {
  return (await session.all('SELECT 1 AS one FROM head LIMIT 2', [])).length < 2
}
