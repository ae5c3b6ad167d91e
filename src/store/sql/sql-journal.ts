import type { Document, DocumentKey, Projector } from '../../domain/document.ts'
import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import { byCodePoint } from '../../domain/sets.ts'
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
import type { KnownDocuments } from './known-documents.ts'
import { cachedEntries, cacheEntries, rebuildDocuments, undoEvents } from './rebuild.ts'
import { forgetProgress } from './refold.ts'
import { documentOf, EVENT_LIST, eventOf } from './rows.ts'
import { searchDocuments } from './search-documents.ts'
import { oneOf, selectEvents } from './select-events.ts'

/** How long a reader waits for its turn to fold in a file; after that it folds only in memory. */
const READER_WAIT_MS = 250

function isIn(document: Document | undefined, states: readonly string[] | undefined): boolean {
  return document !== undefined && (states?.includes(document.state) ?? true)
}

/** A journal in a relational database; the same statements serve every dialect. */
export class SqlJournal implements Journal {
  readonly scope: Scope
  readonly #driver: SqlDriver
  readonly #owner: readonly [string, string]
  readonly #appender: Appender
  /** The head as it was last read. */
  #seen: HeadRow | undefined
  #common = { generation: 0, ofKind: new Map<string, Set<string>>() }

  constructor(driver: SqlDriver, scope: Scope, options: JournalOptions = {}) {
    this.scope = checkedScope(scope)
    this.#driver = driver
    this.#owner = [scope.organisation, scope.project]
    this.#appender = new Appender(driver, this.scope, options)
  }

  append(events: readonly NewEvent[], projector: Projector, options: AppendOptions = {}): Promise<readonly Appended[]> {
    return this.#appender.append(events, projector, options)
  }

  async read(options: ReadOptions): Promise<readonly StoredEvent[]> {
    const { stream, key, subject } = options
    if (![stream, key, subject].every((name = 's') => isName(name))) return []
    const read = async (session: SqlSession, { generation }: { generation: number }, known?: KnownDocuments) => {
      const links = known?.links.filter((link) => link.subject === subject) ?? []
      const { sql, parameters } = selectEvents(this.#owner, options, { generation, links }, this.#driver.dialect)
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
      // The hashes are those of the events themselves; a stream that began later has no row.
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
    return this.#readFolded(async (session, { generation }, known) => {
      if (known === undefined) return documentsByKey(session, this.#place(generation), keys)
      return keys.flatMap(({ kind, id }) => known.desk.get(kind, id) ?? [])
    })
  }

  async list(kind: string, options: ListOptions): Promise<readonly Document<never>[]> {
    const { states, limit, offset = 0, afterId } = options
    if (!isName(kind)) return []
    return this.#readFolded(async (session, { generation }, known) => {
      const { sql, parameters } = this.#ofKind(generation, kind, states)
      const all = this.#ofKind(generation, kind, undefined)
      const [after, order, given] = afterId === undefined ? ['', 'rank DESC, id', []] : ['AND id > ?', 'id', [afterId]]
      const changed = known?.desk.changedOf(kind) ?? []
      const ids = changed.length === 0 ? [] : [JSON.stringify(changed.map(({ document }) => document.id))]
      const others = ids.map(() => `AND NOT ${this.#driver.dialect.isOneOf('id')}`).join('')
      const skipped = changed.length === 0 ? offset : 0
      // Bodies are read only for the result: the sort would carry the bodies of the whole kind along.
      const chosen = `SELECT id ${sql} ${after} ${others} ORDER BY ${order} LIMIT ? OFFSET ?`
      const wanted = `SELECT kind, id, state, rank, text, body ${all.sql} AND id IN (${chosen}) ORDER BY ${order}`
      const place = [...given, ...ids, limit + offset - skipped, skipped]
      const stored = (await session.all(wanted, [...all.parameters, ...parameters, ...place])).map(documentOf)
      if (changed.length === 0) return stored
      const fresh = changed.map(({ document }) => document as Document<never>)
      return [...stored, ...fresh.filter((one) => isIn(one, states) && byCodePoint(one.id, afterId ?? '') > 0)]
        .sort((a, b) => (afterId === undefined ? b.rank - a.rank : 0) || byCodePoint(a.id, b.id))
        .slice(offset, offset + limit)
    })
  }

  async count(kind: string, states?: readonly string[]): Promise<number> {
    if (!isName(kind)) return 0
    return this.#readFolded(async (session, { generation }, known) => {
      const { sql, parameters } = this.#ofKind(generation, kind, states)
      const [row] = await session.all(`SELECT count(*) AS n ${sql}`, parameters)
      const changed = known?.desk.changedOf(kind) ?? []
      const of = (one: 'document' | 'stored') => changed.filter((document) => isIn(document[one], states)).length
      return Number(row?.n ?? 0) + of('document') - of('stored')
    })
  }

  async search(kind: string, text: string, limit: number): Promise<readonly SearchHit<never>[]> {
    const words = searchWords(text)
    if (words.length === 0 || !isName(kind)) return []
    return this.#readFolded(async (session, { generation, building }) => {
      const isAlone = generation === building && (await isOnlyJournal(session))
      const common = this.#commonWords(generation, kind)
      return searchDocuments(session, { ...this.#place(generation), kind, isAlone, common }, { words, limit })
    }, 'tables')
  }

  async cached(kind: string, last?: number): Promise<readonly CacheEntry[]> {
    if (!isName(kind)) return []
    return this.#driver.read(this.scope, (session) => cachedEntries(session, { owner: this.#owner, kind }, last))
  }

  async cache(kind: string, entries: readonly CacheEntry[]): Promise<boolean> {
    checkCache(kind, entries)
    const place = { owner: this.#owner, dialect: this.#driver.dialect, kind }
    // A lost entry is computed again.
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
    await this.#appender.foldUpTo()
    const sql = 'UPDATE event SET payload = NULL WHERE organisation = ? AND project = ? AND id = ?'
    await this.#driver.write(this.scope, async (session) => {
      await session.run(sql, [...this.#owner, eventId])
      await forgetProgress(session, this.#owner)
    })
    await this.#driver.scrub()
  }

  async compact(upTo: number, projector: Projector, options: RebuildOptions = {}): Promise<void> {
    await this.#appender.foldUpTo()
    await compactJournal(this.#driver, this.scope, { upTo, projector }, options)
    await this.#driver.scrub()
  }

  restore(payloads: readonly ArchivedPayload[]): Promise<void> {
    return this.#driver.write(this.scope, (session) => restorePayloads(session, this.scope, payloads))
  }

  closeCheckpoint(): Promise<{ readonly missing: number }> {
    return this.#driver.write(this.scope, (session) => closeCheckpoint(session, this.scope))
  }

  /** Reads the documents of every event that exists at the time of the call; if others append, also of later ones. This process's own appends may be ahead of the tables, in memory. If the tables cannot be written, everything is, and a search finds what the tables hold. */
  async #readFolded<T>(
    work: (session: SqlSession, head: HeadRow, known?: KnownDocuments) => Promise<T>,
    from: 'memory' | 'tables' = 'memory',
    { least, failure }: { least?: number; failure?: unknown } = {},
  ): Promise<T> {
    const hasToWait = this.#driver.appendUnfolded !== undefined
    // What this process left is folded first, without asking whether somebody else did.
    if (hasToWait && least === undefined && this.#appender.left > 0)
      await this.#appender.foldUpTo(this.#appender.left).catch(() => undefined)
    const read = await this.#driver.read(this.scope, async (session): Promise<{ result: T } | { wanted: number }> => {
      const asked = headOf(session, this.scope)
      const guess = hasToWait ? this.#seen : undefined
      // Asked for together with the head, of the documents that were in force when it was last read.
      const early = guess && work(session, guess)
      early?.catch(() => undefined)
      const head = await asked
      this.#seen = head
      this.#appender.saw(head)
      const wanted = least ?? head.position
      const isFolded = head.folded >= wanted || !this.#appender.mayFold(head)
      const isSame = guess?.generation === head.generation && guess.building === head.building
      if (isFolded && isSame && early) return { result: await early }
      await early?.catch(() => undefined)
      const mayBeAhead = from === 'memory' || failure !== undefined
      const known = isFolded
        ? this.#appender.knownOn(session, head)
        : mayBeAhead && (await this.#appender.ahead(session, head, failure !== undefined))
      if (isFolded || known) return { result: await work(session, head, known || undefined) }
      if (failure !== undefined) throw failure
      return { wanted }
    })
    if ('result' in read) return read.result
    const { wanted } = read
    const options = hasToWait ? {} : { waitMs: READER_WAIT_MS }
    const refused = await this.#appender.foldUpTo(wanted, options).catch((error: unknown) => error)
    return this.#readFolded(work, from, { least: wanted, failure: refused })
  }

  /** Reset for every generation of documents. */
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
