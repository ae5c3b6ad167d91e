import type { Document, DocumentKey } from '../../domain/document.ts'
import { isName } from '../storable.ts'
import type { SqlDialect, SqlSession } from './driver.ts'
import { DOCUMENT_COLUMNS, DOCUMENT_KEY, documentOf, documentRow } from './rows.ts'

/** Which set of documents is meant. */
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
): Promise<Document[]> {
  const idsByKind = new Map<string, string[]>()
  for (const { kind, id } of keys) {
    if (!isName(kind) || !isName(id)) continue
    const ids = idsByKind.get(kind)
    if (ids === undefined) idsByKind.set(kind, [id])
    else ids.push(id)
  }
  const found = new Map<string, Document>()
  for (const [kind, ids] of idsByKind) {
    const sql = `SELECT kind, id, state, rank, text, body FROM document
      WHERE organisation = ? AND project = ? AND generation = ? AND kind = ? AND ${place.dialect.isOneOf('id')}`
    const rows = await session.all(sql, [...place.owner, place.generation, kind, JSON.stringify(ids)])
    for (const row of rows) found.set(`${kind}\0${row.id}`, documentOf(row))
  }
  return keys.flatMap(({ kind, id }) => found.get(`${kind}\0${id}`) ?? [])
}

export async function writeDocuments(
  session: SqlSession,
  { owner, generation }: DocumentPlace,
  documents: readonly Document[],
): Promise<void> {
  const rows = documents.map((document) => documentRow(owner, generation, document))
  await session.insert({ table: 'document', columns: DOCUMENT_COLUMNS, rows, key: DOCUMENT_KEY })
}
