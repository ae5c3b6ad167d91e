import type { Projector } from '../../domain/document.ts'
import { readEvent } from '../../domain/read-event.ts'
import type { Scope } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import { DocumentDesk, foldBatch, type Link } from '../fold-batch.ts'
import type { RebuildOptions } from '../port.ts'
import { type DocumentPlace, documentsByKey, writeFolded } from './documents.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import { type HeadRow, headOf } from './head.ts'
import { EVENT_COLUMNS, eventOf } from './rows.ts'

/** Small enough that a page of parsed events dies young. */
const PAGE = 500
const MOST_DOCUMENTS = 20_000
const MOST_LINKS = 50_000

/**
 * Folds the journal anew into a second generation of documents, while readers and writers go on with the first; the last
 * transaction folds what came in meanwhile and makes the switch. Memory is bounded by the documents on the desk.
 */
export async function rebuildDocuments(
  driver: SqlDriver,
  scope: Scope,
  projector: Projector,
  options: RebuildOptions,
): Promise<{ events: number }> {
  const owner = [scope.organisation, scope.project] as const
  const { generation, total } = await driver.write(scope, (session) =>
    begin(session, scope, driver.newJournalId),
  )
  const place = { owner, generation, dialect: driver.dialect }
  const fold = new Refold(driver, scope, projector, place)
  options.onProgress?.(0, total)
  while (fold.position < total) {
    await fold.page(total)
    options.onProgress?.(fold.position, total)
  }
  await fold.flush()
  return driver.write(scope, async (session) => {
    const head = await stillBuilding(session, scope, generation)
    await fold.tail(session, head.position)
    await finish(session, scope, generation, projector.policyHash)
    return { events: head.position }
  })
}

async function begin(session: SqlSession, scope: Scope, newJournalId: () => string) {
  const head = await headOf(session, scope, newJournalId)
  const owner = [scope.organisation, scope.project]
  for (const table of ['document', 'link'])
    await session.run(`DELETE FROM ${table} WHERE organisation = ? AND project = ? AND generation <> ?`, [
      ...owner,
      head.generation,
    ])
  const generation = Math.max(head.generation, head.building) + 1
  await session.run('UPDATE head SET building = ? WHERE organisation = ? AND project = ?', [
    generation,
    ...owner,
  ])
  return { generation, total: head.position }
}

async function finish(
  session: SqlSession,
  scope: Scope,
  generation: number,
  policyHash: string,
): Promise<void> {
  const owner = [scope.organisation, scope.project]
  const sql = 'UPDATE head SET generation = ?, policy_hash = ? WHERE organisation = ? AND project = ?'
  await session.run(sql, [generation, policyHash, ...owner])
  for (const table of ['document', 'link'])
    await session.run(`DELETE FROM ${table} WHERE organisation = ? AND project = ? AND generation <> ?`, [
      ...owner,
      generation,
    ])
}

/** One pass over the journal, page by page. */
class Refold {
  position = 0
  readonly #driver: SqlDriver
  readonly #scope: Scope
  readonly #projector: Projector
  readonly #place: DocumentPlace
  readonly #desk: DocumentDesk
  #links: Link[] = []
  #session: SqlSession | undefined

  constructor(driver: SqlDriver, scope: Scope, projector: Projector, place: DocumentPlace) {
    this.#driver = driver
    this.#scope = scope
    this.#projector = projector
    this.#place = place
    this.#desk = new DocumentDesk((keys) => this.#read((session) => documentsByKey(session, place, keys)))
  }

  async page(upTo: number): Promise<void> {
    const sql = `SELECT ${EVENT_COLUMNS.join(', ')} FROM event
      WHERE organisation = ? AND project = ? AND position > ? AND position <= ? ORDER BY position LIMIT ?`
    const rows = await this.#read((session) =>
      session.all(sql, [...this.#place.owner, this.position, upTo, PAGE]),
    )
    if (rows.length === 0)
      throw new UserError(
        'store-corrupt',
        `Events after position ${this.position} are missing.`,
        'mettle doctor',
      )
    const events = rows.flatMap((row) => readEvent(eventOf(row)) ?? [])
    this.#links.push(...(await foldBatch(events, this.#projector, this.#desk)))
    this.position = rows.at(-1)!.position as number
    if (this.#desk.size > MOST_DOCUMENTS || this.#links.length > MOST_LINKS) await this.flush()
  }

  async tail(session: SqlSession, upTo: number): Promise<void> {
    this.#session = session
    while (this.position < upTo) await this.page(upTo)
    await this.flush()
  }

  async flush(): Promise<void> {
    const documents = this.#desk.takeChanged()
    const links = this.#links
    this.#links = []
    this.#desk.clear()
    if (documents.length + links.length === 0) return
    const write = async (session: SqlSession) => {
      await stillBuilding(session, this.#scope, this.#place.generation)
      await writeFolded(session, this.#place, documents, links)
    }
    if (this.#session !== undefined) await write(this.#session)
    else await this.#driver.write(this.#scope, write)
  }

  #read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#session === undefined ? this.#driver.read(this.#scope, work) : work(this.#session)
  }
}

/** Another rebuild has the place now: rows of this one would be nobody's. */
async function stillBuilding(session: SqlSession, scope: Scope, generation: number): Promise<HeadRow> {
  const head = await headOf(session, scope)
  if (head.building === generation) return head
  throw new UserError(
    'conflict',
    'Another rebuild began while this one ran; this one was given up.',
    'mettle rebuild',
  )
}
