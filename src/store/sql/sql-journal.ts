import type { Document, DocumentKey, Projector } from '../../domain/document.ts'
import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import { searchWords } from '../../engine/search/search-words.ts'
import type {
  Appended,
  AppendOptions,
  ArchivedPayload,
  CacheEntry,
  Head,
  Journal,
  ListOptions,
  ReadOptions,
  RebuildOptions,
  SearchHit,
  StreamHead,
  UndoMark,
} from '../port.ts'
import { checkCache, checkedScope, isName, isText } from '../storable.ts'
import { Appender, type JournalOptions } from './append-events.ts'
import { closeCheckpoint, compactJournal, restorePayloads } from './compact.ts'
import { documentsByKey, type HeadRow, headOf, isOnlyJournal } from './documents.ts'
import type { SqlDriver, SqlSession, SqlValue } from './driver.ts'
import { KnownDocuments } from './known-documents.ts'
import { cachedEntries, cacheEntries, rebuildDocuments, undoEvents } from './rebuild.ts'
import { forgetProgress } from './refold.ts'
import { documentOf, EVENT_LIST, eventOf } from './rows.ts'
import { searchDocuments } from './search-documents.ts'
import { oneOf, selectEvents } from './select-events.ts'

/** A journal in a relational database; the same statements serve every dialect. */
export class SqlJournal implements Journal {
  readonly scope: Scope
  readonly #driver: SqlDriver
  readonly #owner: readonly [string, string]
  readonly #known = new KnownDocuments()
  readonly #appender: Appender
  #common = { generation: 0, ofKind: new Map<string, Set<string>>() }

  constructor(driver: SqlDriver, scope: Scope, options: JournalOptions = {}) {
    this.scope = checkedScope(scope)
    this.#driver = driver
    this.#owner = [scope.organisation, scope.project]
    this.#appender = new Appender(driver, this.scope, this.#known, options)
  }

  append(events: readonly NewEvent[], projector: Projector, options: AppendOptions = {}): Promise<readonly Appended[]> {
    return this.#appender.append(events, projector, options)
  }

  async read(options: ReadOptions): Promise<readonly StoredEvent[]> {
    const { stream, key, subject } = options
    if (![stream, key, subject].every((name = 's') => isName(name))) return []
    const read = async (session: SqlSession, { generation }: { generation: number }) => {
      const { sql, parameters } = selectEvents(this.#owner, options, generation, this.#driver.dialect)
      return (await session.all(sql, parameters)).map(eventOf)
    }
    if (options.subject !== undefined) return this.#readFolded(read)
    return this.#driver.read(this.scope, (session) => read(session, { generation: 0 }))
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
      const { position, policyHash, journal, checkpoint, checkpointPolicy } = await headOf(session, this.scope)
      return { position, policyHash, journal, checkpoint, checkpointPolicy }
    })
  }

  streamHeads(upTo: number): Promise<readonly StreamHead[]> {
    return this.#driver.read(this.scope, async (session) => {
      const own = 'organisation = ? AND project = ?'
      // The hashes are those of the events themselves; a stream that began later has none.
      const sql = `SELECT stream, version, (
          SELECT e.hash FROM event e WHERE ${own} AND e.stream = ended.stream AND e.version = ended.version
        ) AS hash FROM (
          SELECT s.stream, coalesce(l.version, s.version) AS version FROM stream s LEFT JOIN (
            SELECT stream, min(version) - 1 AS version FROM event WHERE ${own} AND position > ? GROUP BY stream
          ) l ON l.stream = s.stream WHERE ${own}
        ) ended`
      const rows = await session.all(sql, [...this.#owner, ...this.#owner, upTo, ...this.#owner])
      return (rows as unknown as StreamHead[])
        .filter(({ hash }) => hash !== null)
        .sort((a, b) => (a.stream < b.stream ? -1 : 1))
    })
  }

  async documents(keys: readonly DocumentKey[]): Promise<readonly Document<never>[]> {
    return this.#readFolded(async (session, head) => {
      if (this.#known.holdsAt(head) && this.#known.unknown(keys).length === 0) return this.#known.find(keys)
      const found = await documentsByKey(session, this.#place(head.generation), keys)
      this.#known.read(head, { keys, found })
      return found
    })
  }

  async list(kind: string, options: ListOptions): Promise<readonly Document<never>[]> {
    const { states, limit, offset = 0, afterId } = options
    if (!isName(kind)) return []
    return this.#readFolded(async (session, { generation }) => {
      const { sql, parameters } = this.#ofKind(generation, kind, states)
      const all = this.#ofKind(generation, kind, undefined)
      const [after, order, given] = afterId === undefined ? ['', 'rank DESC, id', []] : ['AND id > ?', 'id', [afterId]]
      // Bodies are fetched for what is returned: the sort would carry them along for all of the kind.
      const chosen = `SELECT id ${sql} ${after} ORDER BY ${order} LIMIT ? OFFSET ?`
      const wanted = `SELECT kind, id, state, rank, text, body ${all.sql} AND id IN (${chosen}) ORDER BY ${order}`
      const rows = await session.all(wanted, [...all.parameters, ...parameters, ...given, limit, offset])
      return rows.map(documentOf)
    })
  }

  async count(kind: string, states?: readonly string[]): Promise<number> {
    if (!isName(kind)) return 0
    return this.#readFolded(async (session, { generation }) => {
      const { sql, parameters } = this.#ofKind(generation, kind, states)
      const [row] = await session.all(`SELECT count(*) AS n ${sql}`, parameters)
      return Number(row?.n ?? 0)
    })
  }

  async search(kind: string, text: string, limit: number): Promise<readonly SearchHit<never>[]> {
    const words = searchWords(text)
    if (words.length === 0 || !isName(kind)) return []
    return this.#readFolded(async (session, { generation, building }) => {
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
    return this.#appender.appendWith(events, projector, (append) =>
      undoEvents(this.#driver, this.scope, projector, { ...options, marks, append }),
    )
  }

  async erase(eventId: string): Promise<void> {
    if (!isName(eventId)) return
    await this.#readFolded(async () => undefined)
    const sql = 'UPDATE event SET payload = NULL WHERE organisation = ? AND project = ? AND id = ?'
    await this.#driver.write(this.scope, async (session) => {
      await session.run(sql, [...this.#owner, eventId])
      await forgetProgress(session, this.#owner)
    })
    await this.#driver.scrub()
  }

  async compact(upTo: number, projector: Projector, options: RebuildOptions = {}): Promise<void> {
    await this.#readFolded(async () => undefined)
    await compactJournal(this.#driver, this.scope, { upTo, projector }, options)
    await this.#driver.scrub()
  }

  restore(payloads: readonly ArchivedPayload[]): Promise<void> {
    return this.#driver.write(this.scope, (session) => restorePayloads(session, this.scope, payloads))
  }

  closeCheckpoint(): Promise<{ readonly missing: number }> {
    return this.#driver.write(this.scope, (session) => closeCheckpoint(session, this.scope))
  }

  /** Reads what follows from every event that is there when it is asked; where others append, from later ones too. */
  async #readFolded<T>(work: (session: SqlSession, head: HeadRow) => Promise<T>, least?: number): Promise<T> {
    const read = await this.#driver.read(this.scope, async (session): Promise<{ result: T } | { wanted: number }> => {
      const head = await headOf(session, this.scope)
      const wanted = least ?? head.position
      return head.folded < wanted && this.#appender.mayFold(head) ? { wanted } : { result: await work(session, head) }
    })
    if ('result' in read) return read.result
    await this.#appender.foldUpTo(read.wanted)
    return this.#readFolded(work, read.wanted)
  }

  /** Counted again for every generation of documents. */
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
