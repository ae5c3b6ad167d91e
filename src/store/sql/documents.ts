import type { Document, DocumentKey } from '../../domain/document.ts'
import type { Link } from '../fold-batch.ts'
import { isName } from '../storable.ts'
import type { SqlDialect, SqlSession } from './driver.ts'
import { DOCUMENT_COLUMNS, DOCUMENT_KEY, documentOf, documentRow } from './rows.ts'

const LINK_COLUMNS = ['organisation', 'project', 'generation', 'subject', 'position']

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

export async function writeFolded(
  session: SqlSession,
  place: DocumentPlace,
  documents: readonly Document[],
  links: readonly Link[],
): Promise<void> {
  const { owner, generation } = place
  const rows = documents.map((document) => documentRow(owner, generation, document))
  const linkRows = links.map(({ subject, position }) => [...owner, generation, subject, position])
  await Promise.all([
    session.insert({ table: 'document', columns: DOCUMENT_COLUMNS, rows, key: DOCUMENT_KEY }),
    session.insert({ table: 'link', columns: LINK_COLUMNS, rows: linkRows, key: LINK_COLUMNS }),
  ])
}
