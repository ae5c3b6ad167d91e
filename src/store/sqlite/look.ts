import { statSync } from 'node:fs'
import type { Scope } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import { ATTEMPT_MS, readOnly, retryWhileBusy, type SqliteDatabase } from './engine.ts'
import { REMEDY } from './explain.ts'
import { ownerOf, unpacked } from './packed.ts'

/** Opening a larger file would take too long, about 4 ms a megabyte; the doctor checks it. */
export const MOST_BYTES = 64_000_000

const MOST_PROBLEMS = 10

/** The content of a journal's file, read without changing anything. */
export interface FileLook {
  readonly journal: string
  readonly position: number
  readonly newest: string
  /** The hash of the event at the requested position. */
  readonly hash?: string
}

/** Changes whenever the file does: other bytes, another time, or another file. */
export function fileState(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino}:${found.size}:${found.ctimeNs}`
}

/** Reads the end of a journal, and with `checksPages` every page of its file. A read-only connection moves nothing out of the log. */
export function lookAtFile(
  path: string,
  { scope, position, checksPages, waitMs }: { scope: Scope; position: number; checksPages: boolean; waitMs: number },
): Promise<FileLook> {
  return withReader(path, waitMs, (database) => {
    const problems = checksPages ? pageProblems(database) : []
    if (problems.length > 0) throw damagedFile(path, problems)
    if (!isJournal(database)) return { journal: '', position: 0, newest: '' }
    const own = 'WHERE organisation = ? AND project = ?'
    const [head] = database.prepare(`SELECT * FROM head ${own}`).all(scope.organisation, scope.project)
    const owner = ownerOf(scope, head?.short)
    const hashAt = database.prepare(`SELECT hash FROM event ${own} AND position = ?`)
    const end = Number(head?.position ?? 0)
    const [newest, asked] = [end, position].map((at) => hashAt.all(...owner, at).map(unpacked)[0])
    return {
      journal: String(head?.journal ?? ''),
      position: end,
      newest: String(newest?.hash ?? ''),
      hash: asked && String(asked.hash),
    }
  })
}

/** The problems of a file's pages, and of its documents; empty if there are none. Events are checked by their chain. */
export function checkPages(path: string, waitMs: number): Promise<string[]> {
  return withReader(path, waitMs, (database) => {
    const problems = pageProblems(database)
    return problems.length > 0 ? problems : damagedDocuments(database)
  })
}

/** A damaged page with the end of a long text may look like any other, so the text itself is checked. */
function damagedDocuments(database: SqliteDatabase): string[] {
  database.function('body_of', (body) => unpacked({ body }).body ?? '')
  const sql = (table: string) =>
    `SELECT kind, id FROM ${table} WHERE NOT json_valid(body_of(body)) LIMIT ${MOST_PROBLEMS}`
  return ['document', 'checkpoint'].flatMap((table) =>
    database
      .prepare(sql(table))
      .all()
      .map(({ kind, id }) => `the ${table} ${kind}/${id} cannot be read`),
  )
}

function isJournal(database: SqliteDatabase): boolean {
  return database.prepare("SELECT 1 AS one FROM sqlite_schema WHERE name = 'head'").all().length > 0
}

function pageProblems(database: SqliteDatabase): string[] {
  const found = database.prepare(`PRAGMA integrity_check(${MOST_PROBLEMS})`).all()
  return found.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok')
}

export function damagedFile(path: string, problems: readonly string[], cause?: unknown): UserError {
  const [first = '', ...more] = problems.map((problem) => problem.replaceAll(/\s*\n\s*/g, ' '))
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  return new UserError(
    'store-corrupt',
    `The journal at ${path} is damaged${first === '' ? '' : `: ${first}${others}`}.`,
    REMEDY,
    { cause },
  )
}

function withReader<T>(path: string, waitMs: number, work: (database: SqliteDatabase) => T): Promise<T> {
  return retryWhileBusy({ path, waitMs }, () => readOnly(path, ATTEMPT_MS, work))
}
