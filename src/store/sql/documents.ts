import type { Document, DocumentKey } from '../../domain/document.ts'
import { type Changed, documentBytes } from '../fold-batch.ts'
import { isName } from '../storable.ts'
import type { SqlDialect, SqlSession } from './driver.ts'
import { oneOf } from './one-of.ts'
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
): Promise<Document<never>[]> {
  const idsByKind = new Map<string, string[]>()
  for (const { kind, id } of keys) {
    if (!isName(kind) || !isName(id)) continue
    const ids = idsByKind.get(kind)
    if (ids === undefined) idsByKind.set(kind, [id])
    else ids.push(id)
  }
  const found = new Map<string, Document<never>>()
  for (const [kind, ids] of idsByKind) {
    const isId = oneOf(place.dialect, 'id', ids)
    const sql = `SELECT kind, id, state, rank, text, body FROM document
      WHERE organisation = ? AND project = ? AND generation = ? AND kind = ? AND ${isId.sql}`
    const rows = await session.all(sql, [...place.owner, place.generation, kind, isId.parameter])
    for (const row of rows) found.set(`${kind}\0${row.id}`, documentOf(row))
  }
  return keys.flatMap(({ kind, id }) => found.get(`${kind}\0${id}`) ?? [])
}

export async function writeDocuments(
  session: SqlSession,
  { owner, generation, dialect }: DocumentPlace,
  changed: readonly Changed[],
): Promise<void> {
  const isBodyAlone = (one: Changed) => dialect.writesBodiesAlone && hasSamePlace(one)
  const rowOf = ({ document }: Changed) => documentRow(owner, generation, document)
  const rows = changed.filter((one) => !isBodyAlone(one)).map(rowOf)
  const sql = `UPDATE document SET body = ? WHERE ${DOCUMENT_KEY.map((column) => `${column} = ?`).join(' AND ')}`
  await Promise.all([
    session.insert({ table: 'document', columns: DOCUMENT_COLUMNS, rows, key: DOCUMENT_KEY }),
    ...changed
      .filter(isBodyAlone)
      .map(({ document }) =>
        session.run(sql, [documentBytes(document), ...owner, generation, document.kind, document.id]),
      ),
  ])
}

function hasSamePlace({ document, stored }: Changed): boolean {
  return stored?.state === document.state && stored.rank === document.rank && stored.text === document.text
}
