import type { Document, DocumentKey, Projector } from '../../domain/document.ts'
import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import type { Scope } from '../../domain/scope.ts'
import { searchWords } from '../../engine/search/search-words.ts'
import { idConflict } from '../conflict.ts'
import { DocumentDesk, foldBatch, policyAfter } from '../fold-batch.ts'
import { checkAll, placeAll, type StreamEnd } from '../place-all.ts'
import type {
  Appended,
  AppendOptions,
  ArchivedPayload,
  CacheEntry,
  Head,
  Journal,
  ListOptions,
  OnCommit,
  ReadOptions,
  RebuildOptions,
  SearchHit,
  StreamHead,
  UndoMark,
} from '../port.ts'
import { checkCache, checkedScope, isName, isText } from '../storable.ts'
import { closeCheckpoint, compactJournal, restorePayloads } from './compact.ts'
import {
  documentsByKey,
  type HeadRow,
  headOf,
  isOnlyJournal,
  touchHead,
  writeDocuments,
} from './documents.ts'
import type { SqlDriver, SqlSession, SqlValue } from './driver.ts'
import { type Change, KnownDocuments } from './known-documents.ts'
import { writeLinks } from './links.ts'
import { cachedEntries, cacheEntries, rebuildDocuments, undoEvents } from './rebuild.ts'
import { documentOf, EVENT_COLUMNS, eventOf, eventRow } from './rows.ts'
import { searchDocuments } from './search-documents.ts'
import { oneOf, selectEvents } from './select-events.ts'

const EVENT_LIST = EVENT_COLUMNS.join(', ')
const STREAM_KEY = ['organisation', 'project', 'stream']
const STREAM_COLUMNS = [...STREAM_KEY, 'version', 'hash']

/** How facts are folded, and what need not be read for it. */
interface Folding {
  readonly projector: Projector
  readonly known?: KnownDocuments | undefined
}

/** A journal in a relational database; the same statements serve every dialect. */
export class SqlJournal implements Journal {
  readonly scope: Scope
  readonly #driver: SqlDriver
  readonly #owner: readonly [string, string]
  readonly #known = new KnownDocuments()
  readonly #onCommit: OnCommit | undefined
  #common = { generation: 0, ofKind: new Map<string, Set<string>>() }

  constructor(driver: SqlDriver, scope: Scope, onCommit?: OnCommit) {
    this.scope = checkedScope(scope)
    this.#driver = driver
    this.#onCommit = onCommit
    this.#owner = [scope.organisation, scope.project]
  }

  async append(
    events: readonly NewEvent[],
    projector: Projector,
    options: AppendOptions = {},
  ): Promise<readonly Appended[]> {
    checkAll(events)
    const append = (session: SqlSession) => {
      const known = this.#known.holdsAt(session.moment?.before) ? this.#known : undefined
      return this.#appendIn(session, events, { projector, known })
    }
    try {
      const { placed, change, journal } = await this.#driver.write(this.scope, append, options)
      if (change !== undefined) this.#known.written(change)
      this.#committed(placed, journal, options)
      return placed
    } catch (error) {
      throw this.#driver.dialect.isTaken(error) ? await this.#taken(events, error) : error
    }
  }

  /** The facts in their places, and what has changed once this transaction is committed. */
  async #appendIn(
    session: SqlSession,
    events: readonly NewEvent[],
    { projector, known }: Folding,
  ): Promise<{ placed: readonly Appended[]; journal: string; change?: Change | undefined }> {
    const [head, byKey, streams] = await Promise.all([
      known?.head ?? headOf(session, this.scope, this.#driver.newJournalId),
      this.#byKey(session, events),
      this.#streamEnds(session, events),
    ])
    const placed = placeAll(events, this.scope, { position: head.position, byKey, streams })
    const fresh = placed.filter((item) => !item.duplicate).map((item) => item.event)
    const { journal } = head
    if (fresh.length === 0) return { placed, journal }
    return { placed, journal, change: await this.#write(session, fresh, { projector, known, head }) }
  }

  #committed(placed: readonly Appended[], journal: string, { waitsForDisk = true }: AppendOptions): void {
    const last = placed.findLast(({ duplicate }) => !duplicate)?.event
    if (last === undefined || this.#onCommit === undefined) return
    const { position, hash } = last
    this.#onCommit({ scope: this.scope, journal, position, hash, isOnDisk: waitsForDisk })
  }

  async read(options: ReadOptions): Promise<readonly StoredEvent[]> {
    const { stream, key, subject } = options
    if (![stream, key, subject].every((name = 's') => isName(name))) return []
    return this.#driver.read(this.scope, async (session) => {
      const generation = options.subject === undefined ? 0 : (await headOf(session, this.scope)).generation
      const { sql, parameters } = selectEvents(this.#owner, options, generation, this.#driver.dialect)
      return (await session.all(sql, parameters)).map(eventOf)
    })
  }

  async event(id: string): Promise<StoredEvent | undefined> {
    if (!isName(id)) return undefined
    return this.#driver.read(this.scope, async (session) => {
      const sql = `SELECT ${EVENT_LIST} FROM event WHERE organisation = ? AND project = ? AND id = ?`
      const [row] = await session.all(sql, [...this.#owner, id])
      return row === undefined ? undefined : eventOf(row)
    })
  }

  head(): Promise<Head> {
    return this.#driver.read(this.scope, async (session) => {
      const { position, policyHash, journal, checkpoint, checkpointPolicy } = await headOf(
        session,
        this.scope,
      )
      return { position, policyHash, journal, checkpoint, checkpointPolicy }
    })
  }

  streamHeads(upTo: number): Promise<readonly StreamHead[]> {
    return this.#driver.read(this.scope, async (session) => {
      const sql = `SELECT e.stream, e.version, e.hash FROM event e JOIN (
          SELECT stream, max(version) AS version FROM event WHERE organisation = ? AND project = ? AND position <= ? GROUP BY stream
        ) newest ON newest.stream = e.stream AND newest.version = e.version
        WHERE e.organisation = ? AND e.project = ?`
      const rows = await session.all(sql, [...this.#owner, upTo, ...this.#owner])
      return rows
        .map((row) => ({
          stream: row.stream as string,
          version: row.version as number,
          hash: row.hash as string,
        }))
        .sort((a, b) => (a.stream < b.stream ? -1 : 1))
    })
  }

  async documents(keys: readonly DocumentKey[]): Promise<readonly Document<never>[]> {
    const last = this.#known.last(keys)
    if (last !== undefined && last.moment === (await this.#driver.moment?.())) return last.documents
    return this.#driver.read(this.scope, async (session) => {
      const moment = session.moment?.after
      const { generation } = await headOf(session, this.scope)
      const found = await documentsByKey(session, this.#place(generation), keys)
      this.#known.read(moment, keys, found)
      return found
    })
  }

  async list(kind: string, { states, limit, offset = 0 }: ListOptions): Promise<readonly Document<never>[]> {
    if (!isName(kind)) return []
    return this.#driver.read(this.scope, async (session) => {
      const { generation } = await headOf(session, this.scope)
      const { sql, parameters } = this.#ofKind(generation, kind, states)
      const order = 'ORDER BY rank DESC, id LIMIT ? OFFSET ?'
      const rows = await session.all(`SELECT kind, id, state, rank, text, body ${sql} ${order}`, [
        ...parameters,
        limit,
        offset,
      ])
      return rows.map(documentOf)
    })
  }

  async count(kind: string, states?: readonly string[]): Promise<number> {
    if (!isName(kind)) return 0
    return this.#driver.read(this.scope, async (session) => {
      const { generation } = await headOf(session, this.scope)
      const { sql, parameters } = this.#ofKind(generation, kind, states)
      const [row] = await session.all(`SELECT count(*) AS n ${sql}`, parameters)
      return Number(row?.n ?? 0)
    })
  }

  async search(kind: string, text: string, limit: number): Promise<readonly SearchHit<never>[]> {
    const words = searchWords(text)
    if (words.length === 0 || !isName(kind)) return []
    return this.#driver.read(this.scope, async (session) => {
      const { generation, building } = await headOf(session, this.scope)
      const isAlone = generation === building && (await isOnlyJournal(session))
      const common = this.#commonWords(generation, kind)
      return searchDocuments(session, { ...this.#place(generation), kind, isAlone, common }, { words, limit })
    })
  }

  async cached(kind: string): Promise<readonly CacheEntry[]> {
    if (!isName(kind)) return []
    return this.#driver.read(this.scope, (session) => cachedEntries(session, { owner: this.#owner, kind }))
  }

  async cache(kind: string, entries: readonly CacheEntry[]): Promise<boolean> {
    checkCache(kind, entries)
    const place = { owner: this.#owner, dialect: this.#driver.dialect, kind }
    // What is lost of it is worked out again.
    const options = { waitsForDisk: false }
    return this.#driver.write(this.scope, (session) => cacheEntries(session, place, entries), options)
  }

  async rebuild(projector: Projector, options: RebuildOptions = {}): Promise<{ readonly events: number }> {
    const result = await rebuildDocuments(this.#driver, this.scope, projector, options)
    await this.#driver.scrub()
    return result
  }

  async undo(
    events: readonly NewEvent[],
    marks: readonly UndoMark[],
    projector: Projector,
    options: RebuildOptions = {},
  ): Promise<readonly Appended[]> {
    checkAll(events)
    let journal = ''
    try {
      const placed = await undoEvents(this.#driver, this.scope, projector, {
        ...options,
        marks,
        append: async (session) => {
          const appended = await this.#appendIn(session, events, { projector })
          journal = appended.journal
          return appended.placed
        },
      })
      this.#committed(placed, journal, {})
      return placed
    } catch (error) {
      throw this.#driver.dialect.isTaken(error) ? await this.#taken(events, error) : error
    }
  }

  async erase(eventId: string): Promise<void> {
    if (!isName(eventId)) return
    await this.#driver.write(this.scope, (session) =>
      session.run('UPDATE event SET payload = NULL WHERE organisation = ? AND project = ? AND id = ?', [
        ...this.#owner,
        eventId,
      ]),
    )
    await this.#driver.scrub()
  }

  async compact(upTo: number, projector: Projector, options: RebuildOptions = {}): Promise<void> {
    await compactJournal(this.#driver, this.scope, { upTo, projector }, options)
    await this.#driver.scrub()
  }

  restore(payloads: readonly ArchivedPayload[]): Promise<void> {
    return this.#driver.write(this.scope, (session) => restorePayloads(session, this.scope, payloads))
  }

  closeCheckpoint(): Promise<{ readonly missing: number }> {
    return this.#driver.write(this.scope, (session) => closeCheckpoint(session, this.scope))
  }

  async #write(
    session: SqlSession,
    events: readonly StoredEvent[],
    { projector, known, head }: Folding & { readonly head: HeadRow },
  ): Promise<Change | undefined> {
    const { moment } = session
    await Promise.all([
      session.insert({ table: 'event', columns: EVENT_COLUMNS, rows: events.map(eventRow) }),
      this.#writeStreamEnds(session, events),
    ])
    const place = this.#place(head.generation)
    const desk = new DocumentDesk(async (keys) => {
      const missing = known === undefined ? keys : known.unknown(keys)
      const read = missing.length === 0 ? [] : await documentsByKey(session, place, missing)
      return known === undefined ? read : [...known.find(keys), ...read]
    })
    const links = await foldBatch(
      events.flatMap((event) => readEvent(event) ?? []),
      projector,
      desk,
    )
    const position = head.position + events.length
    const policyHash = policyAfter(head.policyHash, projector.policyHash)
    const changed = desk.takeChanged()
    await Promise.all([
      writeDocuments(session, place, changed),
      writeLinks(session, place, links, { from: head.position, to: position }),
      touchHead(session, this.scope, { position, policyHash }),
    ])
    const documents = changed.map(({ document }) => document)
    return moment && { moment, head: { ...head, position, policyHash }, documents }
  }

  async #writeStreamEnds(session: SqlSession, events: readonly StoredEvent[]): Promise<void> {
    const ends = new Map(
      events.map((event) => [event.stream, [...this.#owner, event.stream, event.version, event.hash]]),
    )
    const [columns, key] = [STREAM_COLUMNS, STREAM_KEY]
    await session.insert({ table: 'stream', columns, rows: [...ends.values()], key })
  }

  /** Which id was taken; looked up only after the database refused one, for that is a caller's rare mistake. */
  async #taken(events: readonly NewEvent[], error: unknown): Promise<unknown> {
    for (const { id, key } of events) {
      const known = await this.event(id)
      if (known !== undefined && known.key !== key) return idConflict(id)
    }
    return error
  }

  async #byKey(session: SqlSession, events: readonly NewEvent[]): Promise<Map<string, StoredEvent>> {
    const keys = events.map((event) => event.key)
    const isKey = oneOf(this.#driver.dialect, 'key', keys)
    const sql = `SELECT ${EVENT_LIST} FROM event WHERE organisation = ? AND project = ? AND ${isKey.sql}`
    const rows = await session.all(sql, [...this.#owner, isKey.parameter])
    return new Map(rows.map((row) => [row.key as string, eventOf(row)]))
  }

  async #streamEnds(session: SqlSession, events: readonly NewEvent[]): Promise<Map<string, StreamEnd>> {
    const streams = [...new Set(events.map((event) => event.stream))]
    const isStream = oneOf(this.#driver.dialect, 'stream', streams)
    const sql = `SELECT stream, version, hash FROM stream WHERE organisation = ? AND project = ? AND ${isStream.sql}`
    const rows = await session.all(sql, [...this.#owner, isStream.parameter])
    return new Map(
      rows.map((row) => [row.stream as string, { version: row.version as number, hash: row.hash as string }]),
    )
  }

  /** Counted anew for every generation of documents. */
  #commonWords(generation: number, kind: string): Set<string> {
    if (this.#common.generation !== generation) this.#common = { generation, ofKind: new Map() }
    const { ofKind } = this.#common
    const known = ofKind.get(kind) ?? new Set<string>()
    ofKind.set(kind, known)
    return known
  }

  #place(generation: number) {
    return { owner: this.#owner, generation, dialect: this.#driver.dialect }
  }

  #ofKind(generation: number, kind: string, states: readonly string[] | undefined) {
    const sql = 'FROM document WHERE organisation = ? AND project = ? AND generation = ? AND kind = ?'
    const parameters: SqlValue[] = [...this.#owner, generation, kind]
    if (states === undefined) return { sql, parameters }
    const isState = oneOf(this.#driver.dialect, 'state', states.filter(isText))
    return { sql: `${sql} AND ${isState.sql}`, parameters: [...parameters, isState.parameter] }
  }
}
