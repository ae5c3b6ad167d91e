import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { Scope } from '../../src/domain/scope.ts'
import type { Journal } from '../../src/store/port.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { ownerOf } from '../../src/store/sqlite/packed.ts'
import type { administrator } from '../servers/with-postgres.ts'

/** One line per document and per link, sorted. A row of a generation that is not in use would show as one too many. */
export type Dump = readonly string[]

type Row = Record<string, unknown>

const DOCUMENTS = 'SELECT kind, id, state, rank, text, body FROM'
const LINKS = 'SELECT subject, position FROM'
const WAITING = 'SELECT subjects, position FROM'

export function sqliteDump(path: string, scope: Scope): Dump {
  const Database = sqliteEngine()
  const database = new Database(path, { timeout: 5_000, readOnly: true })
  const own = 'WHERE organisation = ? AND project = ?'
  const [head] = database.prepare(`SELECT short FROM head ${own}`).all(scope.organisation, scope.project)
  const owner = ownerOf(scope, head?.short)
  const documents = database.prepare(`${DOCUMENTS} document ${own}`).all(...owner)
  const links = database.prepare(`${LINKS} link ${own}`).all(...owner)
  const waiting = database.prepare(`${WAITING} waiting_link ${own}`).all(...owner)
  database.close()
  return linesOf(documents, [...links, ...linksOf(waiting)])
}

export async function postgresDump(
  sql: ReturnType<typeof administrator>,
  schema: string,
  { organisation, project }: Scope,
): Promise<Dump> {
  const own = 'WHERE organisation = $1 AND project = $2'
  const scope = [organisation, project]
  const documents = await sql.unsafe(`${DOCUMENTS} ${schema}.document ${own}`, scope)
  const links = await sql.unsafe(`${LINKS} ${schema}.link ${own}`, scope)
  const waiting = await sql.unsafe(`${WAITING} ${schema}.waiting_link ${own}`, scope)
  return linesOf(documents as unknown as Row[], [...(links as unknown as Row[]), ...linksOf(waiting)])
}

/** A link means the same while it waits. */
function linksOf(waiting: readonly Row[]): Row[] {
  return waiting.flatMap(({ subjects, position }) =>
    (JSON.parse(subjects as string) as string[]).map((subject) => ({ subject, position })),
  )
}

/** The same lines by way of the port, for kinds and subjects of the notes projector. */
export async function dumpThroughPort(journal: Journal): Promise<Dump> {
  const kinds = ['thing', 'pointer']
  const found = await Promise.all(kinds.map((kind) => journal.list(kind, { limit: 100_000 })))
  const documents = found.flat().map((document) => ({ ...document, body: canonicalJson(document.body) }))
  const subjects = new Set(['first', ...documents.map(({ id }) => `thing/${id}`)])
  const links: Row[] = []
  for (const subject of subjects)
    for (const { position } of await journal.read({ subject, limit: 100_000 })) links.push({ subject, position })
  return linesOf(documents, links)
}

function linesOf(documents: readonly Row[], links: readonly Row[]): Dump {
  const lines = documents.map(({ kind, id, state, rank, text, body }) =>
    JSON.stringify(['document', kind, id, state, rank, text, body]),
  )
  for (const { subject, position } of links) lines.push(JSON.stringify(['link', subject, Number(position)]))
  return lines.sort()
}
