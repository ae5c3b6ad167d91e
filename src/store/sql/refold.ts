import type { DocumentKey, Projector } from '../../domain/document.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import type { Scope } from '../../domain/scope.ts'
import { marked } from '../../domain/undo.ts'
import { UserError } from '../../domain/user-error.ts'
import { DocumentDesk, type DocumentSource, foldBatch, type Link } from '../fold-batch.ts'
import { type DocumentPlace, documentSource, type HeadRow, headOf, writeDocuments } from './documents.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import { insertLinks, moveWaiting } from './links.ts'
import { FOLDED_LIST, unchainedOf } from './rows.ts'

/** Events per page: few enough that their memory is freed soon; more if each page is a round trip to a server. */
const [PAGE, DISTANT_PAGE] = [100, 500]
/** The limits of a batch: characters of event payloads, and documents. Each payload character takes about 12 bytes of documents in memory. */
const MOST_LETTERS = 6_000_000
const MOST_DOCUMENTS = 20_000

/** The progress of a pass over the journal, stored beside its documents, so that the next pass can resume an interrupted one. */
interface Progress {
  readonly generation: number
  readonly position: number
  /** The policy of the projector; empty if no other pass may resume. */
  readonly policyHash: string
  readonly checkpoint: number
  /** Identifies the pass, which ends when another one has taken over. */
  readonly pass: string
}

/** The start of a pass over the journal, and the generation of its documents. */
export interface Begun {
  readonly generation: number
  readonly head: HeadRow
  readonly progress: Progress
  /** Facts that count or do not, whatever their rows say. */
  readonly marks?: Marks
}

/** Whether a fact is undone, by its id. */
export type Marks = ReadonlyMap<string, boolean>

const NO_MARKS: Marks = new Map()

/** Takes a new generation of documents, clears the remains of earlier passes, and copies the checkpoint into it. With the hash of a policy, resumes an interrupted pass under that policy. */
export async function beginRefold(
  session: SqlSession,
  scope: Scope,
  { dialect, newJournalId }: SqlDriver,
  policyHash = '',
): Promise<Begun> {
  const head = await headOf(session, scope, newJournalId)
  const owner = [scope.organisation, scope.project] as const
  const pass = newJournalId()
  const before = await progressIn(session, owner)
  if (before !== undefined && policyHash !== '' && mayGoOn(before, head, policyHash)) {
    const progress = { ...before, pass }
    await keepProgress(session, owner, progress)
    return { generation: before.generation, head, progress }
  }
  await dropGenerations(session, scope, head.generation)
  const generation = Math.max(head.generation, head.building) + 1
  await session.run('UPDATE head SET building = ? WHERE organisation = ? AND project = ?', [generation, ...owner])
  if (head.checkpoint > 0) {
    await moveWaiting(session, { owner, generation: head.generation, dialect })
    await layCheckpoint(session, scope, { generation, head })
  }
  const progress = { generation, position: head.checkpoint, policyHash, checkpoint: head.checkpoint, pass }
  await keepProgress(session, owner, progress)
  return { generation, head, progress }
}

function mayGoOn(before: Progress, head: HeadRow, policyHash: string): boolean {
  const isNext = before.generation === head.building && before.generation > head.generation
  return isNext && before.policyHash === policyHash && before.checkpoint === head.checkpoint
}

const PROGRESS = 'refold'
const PROGRESS_COLUMNS = ['organisation', 'project', 'kind', 'id', 'version', 'value']

async function progressIn(session: SqlSession, owner: readonly string[]): Promise<Progress | undefined> {
  const sql = `SELECT value FROM cache WHERE organisation = ? AND project = ? AND kind = '${PROGRESS}'`
  const [row] = await session.all(sql, owner)
  return row && JSON.parse(row.value as string)
}

function keepProgress(session: SqlSession, owner: readonly string[], progress: Progress): Promise<void> {
  const rows = [[...owner, PROGRESS, PROGRESS, 1, JSON.stringify(progress)]]
  return session.insert({ table: 'cache', columns: PROGRESS_COLUMNS, rows, key: PROGRESS_COLUMNS.slice(0, 4) })
}

/** The next rebuild begins at the first event, because the documents so far no longer follow from the events. */
export function forgetProgress(session: SqlSession, owner: readonly string[]): Promise<void> {
  return session.run(`DELETE FROM cache WHERE organisation = ? AND project = ? AND kind = '${PROGRESS}'`, owner)
}

/** The documents of archived facts are in the checkpoint; their subjects are in the links of the current generation. */
async function layCheckpoint(
  session: SqlSession,
  scope: Scope,
  { generation, head }: Omit<Begun, 'progress'>,
): Promise<void> {
  const owner = [scope.organisation, scope.project]
  const own = 'WHERE organisation = ? AND project = ?'
  await session.run(
    `INSERT INTO document (organisation, project, generation, kind, id, state, rank, text, body)
     SELECT organisation, project, ${generation}, kind, id, state, rank, text, body FROM checkpoint ${own}`,
    owner,
  )
  await session.run(
    `INSERT INTO link (organisation, project, generation, subject, position)
     SELECT organisation, project, ${generation}, subject, position FROM link ${own} AND generation = ? AND position <= ?`,
    [...owner, head.generation, head.checkpoint],
  )
}

/** Removes every generation of documents but one. */
export async function dropGenerations(session: SqlSession, scope: Scope, kept: number): Promise<void> {
  const parameters = [scope.organisation, scope.project, kept]
  const others = 'WHERE organisation = ? AND project = ? AND generation <> ?'
  for (const table of ['link', 'waiting_link']) await session.run(`DELETE FROM ${table} ${others}`, parameters)
  // In slices: until a statement ends, SQLite keeps every page that it changed in memory.
  for (;;) {
    const oldest = `SELECT generation FROM document ${others} ORDER BY generation LIMIT 1`
    const [old] = await session.all(oldest, parameters)
    if (old === undefined) break
    const own = 'FROM document WHERE organisation = ? AND project = ? AND generation = ?'
    const slice = [...parameters.slice(0, 2), old.generation!]
    const [end] = await session.all(`SELECT kind, id ${own} ORDER BY kind, id LIMIT 1 OFFSET 10000`, slice)
    if (end === undefined) await session.run(`DELETE ${own}`, slice)
    else await session.run(`DELETE ${own} AND (kind, id) < (?, ?)`, [...slice, end.kind!, end.id!])
  }
  await forgetProgress(session, parameters.slice(0, 2) as string[])
}

/** A small hash that identifies a document. Among a million documents, the probability of a collision is 0.1%. */
function shortKey({ kind, id }: DocumentKey): number {
  let hash = kind.length + kind.charCodeAt(0)
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 2
}

/** One pass over the journal, page by page. */
export class Refold {
  position: number
  readonly #driver: SqlDriver
  readonly #scope: Scope
  readonly #projector: Projector
  readonly #place: DocumentPlace
  readonly #desk: DocumentDesk
  readonly #marks: Marks
  readonly #progress: Progress
  /** Short keys of the written documents: any other document does not exist. Undefined if an earlier pass or a checkpoint also wrote documents. */
  readonly #written: Set<number> | undefined
  /** By subject, the positions of events about it. */
  readonly #links = new Map<string, number[]>()
  #letters = 0
  #session: SqlSession | undefined

  constructor(driver: SqlDriver, scope: Scope, projector: Projector, { generation, progress, marks }: Begun) {
    this.#marks = marks ?? NO_MARKS
    this.#progress = progress
    this.#driver = driver
    this.#scope = scope
    this.#projector = projector
    this.position = progress.position
    const place = { owner: [scope.organisation, scope.project] as const, generation, dialect: driver.dialect }
    this.#place = place
    this.#desk = new DocumentDesk({ load: async () => [] })
    this.#written = progress.position === 0 ? new Set() : undefined
  }

  /** Folds up to a position and writes the result. */
  async upTo(position: number, onProgress?: (done: number, total: number) => void): Promise<void> {
    onProgress?.(this.position, position)
    while (this.position < position) {
      await this.page(position)
      onProgress?.(this.position, position)
    }
    await this.flush()
  }

  async page(upTo: number): Promise<void> {
    const sql = `SELECT ${FOLDED_LIST} FROM event
      WHERE organisation = ? AND project = ? AND position > ? AND position <= ? ORDER BY position LIMIT ?`
    await this.#read(async (session) => {
      const size = session.first === undefined ? DISTANT_PAGE : PAGE
      const rows = await session.all(sql, [...this.#place.owner, this.position, upTo, size])
      if (rows.length === 0)
        throw new UserError('store-corrupt', `Events after position ${this.position} are missing.`, 'mettle doctor')
      const stored = rows.map((row) => unchainedOf(row, this.#scope))
      for (const { payload } of stored) this.#letters += payload?.length ?? 0
      const events = stored.flatMap((event) => readEvent(marked(event, this.#marks)) ?? [])
      this.#desk.readFrom(this.#source(session))
      for (const { subject, position } of await foldBatch(events, this.#projector, this.#desk)) {
        const known = this.#links.get(subject) ?? []
        if (known.push(position) === 1) this.#links.set(subject, known)
      }
      this.position = rows.at(-1)!.position as number
    })
    if (this.#letters > MOST_LETTERS || this.#desk.size > MOST_DOCUMENTS) await this.flush()
  }

  #source(session: SqlSession): DocumentSource {
    const { load, find } = documentSource(session, this.#place)
    const mayBe = (key: DocumentKey) => this.#written?.has(shortKey(key)) ?? true
    return { load: (keys) => load(keys.filter(mayBe)), find: find && ((key) => (mayBe(key) ? find(key) : undefined)) }
  }

  async tail(session: SqlSession, upTo: number): Promise<void> {
    this.#session = session
    while (this.position < upTo) await this.page(upTo)
    await this.flush()
  }

  async flush(): Promise<void> {
    const documents = this.#desk.takeChanged()
    for (const { document } of documents) this.#written?.add(shortKey(document))
    const links = inIndexOrder(this.#links)
    this.#links.clear()
    this.#letters = 0
    this.#desk.forgetUnused()
    if (documents.length + links.length === 0) return
    const write = async (session: SqlSession) => {
      await stillBuilding(session, this.#scope, this.#progress)
      await Promise.all([
        writeDocuments(session, this.#place, documents),
        insertLinks(session, this.#place, links),
        keepProgress(session, this.#place.owner, { ...this.#progress, position: this.position }),
      ])
    }
    if (this.#session !== undefined) await write(this.#session)
    else await this.#driver.write(this.#scope, write)
  }

  #read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#session === undefined ? this.#driver.read(this.#scope, work) : work(this.#session)
  }
}

/** In the order of the index, so that neighbours are on the same page. */
function inIndexOrder(positionsBySubject: ReadonlyMap<string, readonly number[]>): Link[] {
  const subjects = [...positionsBySubject.keys()].sort()
  return subjects.flatMap((subject) => positionsBySubject.get(subject)!.map((position) => ({ subject, position })))
}

/** Few enough that other work in this process gets a turn soon. */
const MOST_ASIDE = 5_000

/** Folds events that are stored elsewhere into the first generation of documents here. Memory is bounded by the documents held at one time. */
export async function foldPages(
  driver: SqlDriver,
  scope: Scope,
  projector: Projector,
  pages: AsyncIterable<readonly StoredEvent[]>,
): Promise<void> {
  const place = { owner: [scope.organisation, scope.project] as const, generation: 1, dialect: driver.dialect }
  const desk = new DocumentDesk({ load: async () => [] })
  const flush = () => driver.write(scope, (session) => writeDocuments(session, place, desk.takeChanged()))
  for await (const page of pages) {
    const events = page.flatMap((event) => readEvent(event) ?? [])
    await driver.read(scope, async (session) => {
      desk.readFrom(documentSource(session, place))
      await foldBatch(events, projector, desk)
    })
    if (desk.size <= MOST_ASIDE) continue
    await flush()
    desk.forgetUnused()
  }
  await flush()
}

/** If another rebuild has taken over, no reader would see rows of this one. */
export async function stillBuilding(
  session: SqlSession,
  scope: Scope,
  { generation, pass }: Progress,
): Promise<HeadRow> {
  const head = await headOf(session, scope)
  const found = await progressIn(session, [scope.organisation, scope.project])
  if (head.building === generation && found?.pass === pass) return head
  throw new UserError(
    'conflict',
    'Another pass over the journal began while this one ran; so this one was abandoned.',
    'Try again when the other one is done.',
  )
}
