import type { Document, DocumentKey, Projector } from '../../domain/document.ts'
import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import type { Scope } from '../../domain/scope.ts'
import { idConflict } from '../conflict.ts'
import { DocumentDesk, foldBatch, policyAfter } from '../fold-batch.ts'
import { checkAll, placeAll, type StreamEnd } from '../place-all.ts'
import type { Appended, AppendOptions, OnCommit } from '../port.ts'
import { documentsByKey, type HeadRow, headOf, touchHead, writeDocuments } from './documents.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import { type Change, KnownDocuments } from './known-documents.ts'
import { writeLinks } from './links.ts'
import { EVENT_COLUMNS, EVENT_LIST, eventOf, eventRow } from './rows.ts'
import { oneOf } from './select-events.ts'

const STREAM_KEY = ['organisation', 'project', 'stream']
const STREAM_COLUMNS = [...STREAM_KEY, 'version', 'hash']

/** What one caller wants to append. */
interface Asked {
  readonly events: readonly NewEvent[]
  readonly projector: Projector
  readonly options: AppendOptions
}

/** What became of it. */
type Settled = { readonly placed: readonly Appended[] } | { readonly error: unknown }

function placedOf(settled: Settled): readonly Appended[] {
  if ('placed' in settled) return settled.placed
  throw settled.error
}

const MOST_TOGETHER = 64

/** Writes facts and what follows from them. */
export class Appender {
  readonly #driver: SqlDriver
  readonly #scope: Scope
  readonly #owner: readonly [string, string]
  readonly #known: KnownDocuments
  readonly #onCommit: OnCommit | undefined
  readonly #together = new GroupCommit<Asked, Settled>((asked) => this.#appendTogether(asked), {
    mayJoin: (first, next) => first.projector === next.projector,
    most: MOST_TOGETHER,
  })

  constructor(driver: SqlDriver, scope: Scope, known: KnownDocuments, onCommit?: OnCommit) {
    this.#driver = driver
    this.#scope = scope
    this.#owner = [scope.organisation, scope.project]
    this.#known = known
    this.#onCommit = onCommit
  }

  /** Appends that come while another one is under way wait for it, and are then committed together. */
  async append(
    events: readonly NewEvent[],
    projector: Projector,
    options: AppendOptions = {},
  ): Promise<readonly Appended[]> {
    checkAll(events)
    const lane = `${options.waitsForDisk} ${options.waitMs}`
    return placedOf(await this.#together.ask(lane, { events, projector, options }))
  }

  /** All in one transaction; where that fails, each alone, so that none fails because of another. */
  async #appendTogether(asked: readonly Asked[]): Promise<readonly Settled[]> {
    const [{ options }] = asked as readonly [Asked]
    try {
      const { settled, change, journal } = await this.#driver.write(
        this.#scope,
        (session) => this.#appendIn(session, asked),
        options,
      )
      if (change !== undefined) this.#known.written(change)
      this.#committed(settled, journal, options)
      return settled
    } catch (error) {
      if (asked.length === 1) return [{ error: await this.#explained(asked[0]!.events, error) }]
      const settled: Settled[] = []
      for (const one of asked) settled.push(...(await this.#appendTogether([one])))
      return settled
    }
  }

  /** The facts in their places, and what has changed once this transaction is committed. What one caller asks may be refused while the rest is written. */
  async #appendIn(
    session: SqlSession,
    asked: readonly Asked[],
  ): Promise<{ settled: readonly Settled[]; journal: string; change?: Change | undefined }> {
    const all = asked.flatMap(({ events }) => events)
    const [head, byKey, streams] = await Promise.all([
      headOf(session, this.#scope, this.#driver.newJournalId),
      this.#byKey(session, all),
      this.#streamEnds(session, all),
    ])
    const fresh: StoredEvent[] = []
    const settled = asked.map(({ events }): Settled => {
      const end = { position: head.position + fresh.length, byKey, streams }
      try {
        const placed = placeAll(events, this.#scope, end)
        for (const { event, duplicate } of placed) {
          if (duplicate) continue
          fresh.push(event)
          byKey.set(event.key, event)
          streams.set(event.stream, event)
        }
        return { placed }
      } catch (error) {
        return { error }
      }
    })
    const { journal } = head
    if (fresh.length === 0) return { settled, journal }
    return { settled, journal, change: await this.#write(session, fresh, asked[0]!, head) }
  }

  #committed(settled: readonly Settled[], journal: string, { waitsForDisk = true }: AppendOptions): void {
    const placed = settled.flatMap((one) => ('placed' in one ? one.placed : []))
    const last = placed.findLast(({ duplicate }) => !duplicate)?.event
    if (last === undefined || this.#onCommit === undefined) return
    const { position, hash } = last
    this.#onCommit({ scope: this.#scope, journal, position, hash, isOnDisk: waitsForDisk })
  }

  /** The same inside of a transaction that `work` makes. */
  async appendWith(
    events: readonly NewEvent[],
    projector: Projector,
    work: (append: (session: SqlSession) => Promise<readonly Appended[]>) => Promise<readonly Appended[]>,
  ): Promise<readonly Appended[]> {
    checkAll(events)
    let journal = ''
    try {
      const placed = await work(async (session) => {
        const { settled, ...appended } = await this.#appendIn(session, [{ events, projector, options: {} }])
        journal = appended.journal
        return placedOf(settled[0]!)
      })
      this.#committed([{ placed }], journal, {})
      return placed
    } catch (error) {
      throw await this.#explained(events, error)
    }
  }

  async #write(
    session: SqlSession,
    events: readonly StoredEvent[],
    { projector, options }: Asked,
    head: HeadRow,
  ): Promise<Change> {
    const policyHash = policyAfter(head.policyHash, projector.policyHash, options.underOnePolicy)
    const inserted = Promise.all([
      session.insert({ table: 'event', columns: EVENT_COLUMNS, rows: events.map(eventRow) }),
      this.#writeStreamEnds(session, events),
    ])
    // What is folded is read meanwhile; if the rows were refused, so is all that follows, and their own error tells why.
    inserted.catch(() => undefined)
    const place = { owner: this.#owner, generation: head.generation, dialect: this.#driver.dialect }
    const read: { keys: DocumentKey[]; found: Document[] } = { keys: [], found: [] }
    const desk = new DocumentDesk(async (keys) => {
      // Asked each time: a reader that began earlier may have put what it found in its place.
      const known = this.#known.holdsAt(head) ? this.#known : new KnownDocuments()
      const [there, missing] = [known.find(keys), known.unknown(keys)]
      const found = missing.length === 0 ? [] : await documentsByKey(session, place, missing)
      read.keys.push(...missing)
      read.found.push(...found)
      return [...there, ...found]
    })
    const links = await foldBatch(
      events.flatMap((event) => readEvent(event) ?? []),
      projector,
      desk,
    ).finally(() => inserted)
    const position = head.position + events.length
    const changed = desk.takeChanged()
    await Promise.all([
      writeDocuments(session, place, changed),
      writeLinks(session, place, links, { from: head.position, to: position }),
      touchHead(session, this.#scope, { position, policyHash }),
    ])
    const documents = changed.map(({ document }) => document)
    return { before: head, after: { ...head, position, policyHash }, read, documents }
  }

  async #writeStreamEnds(session: SqlSession, events: readonly StoredEvent[]): Promise<void> {
    const ends = new Map(
      events.map((event) => [event.stream, [...this.#owner, event.stream, event.version, event.hash]]),
    )
    const [columns, key] = [STREAM_COLUMNS, STREAM_KEY]
    await session.insert({ table: 'stream', columns, rows: [...ends.values()], key })
  }

  /** Which id was taken; looked up only after the database refused one, for that is a caller's rare mistake. */
  async #explained(events: readonly NewEvent[], error: unknown): Promise<unknown> {
    if (!this.#driver.dialect.isTaken(error)) return error
    for (const { id, key } of events) {
      const sql = `SELECT ${EVENT_LIST} FROM event WHERE organisation = ? AND project = ? AND id = ?`
      const [row] = await this.#driver.read(this.#scope, (session) => session.all(sql, [...this.#owner, id]))
      if (row !== undefined && row.key !== key) return idConflict(id)
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
}

interface Waiting<A, R> {
  readonly asked: A
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** Does what is asked while earlier work is under way together, once that is done. What is asked of one lane never waits for another. */
export class GroupCommit<A, R> {
  readonly #lanes = new Map<string, Waiting<A, R>[]>()
  readonly #work: (asked: readonly A[]) => Promise<readonly R[]>
  readonly #mayJoin: (first: A, next: A) => boolean
  readonly #most: number

  constructor(
    work: (asked: readonly A[]) => Promise<readonly R[]>,
    { mayJoin, most }: { mayJoin: (first: A, next: A) => boolean; most: number },
  ) {
    this.#work = work
    this.#mayJoin = mayJoin
    this.#most = most
  }

  ask(lane: string, asked: A): Promise<R> {
    return new Promise((resolve, reject) => {
      const one = { asked, resolve, reject }
      const waiting = this.#lanes.get(lane)
      if (waiting !== undefined) waiting.push(one)
      else {
        this.#lanes.set(lane, [one])
        void this.#run(lane)
      }
    })
  }

  async #run(lane: string): Promise<void> {
    const waiting = this.#lanes.get(lane)!
    while (waiting.length > 0) {
      const apart = waiting.findIndex(({ asked }) => !this.#mayJoin(waiting[0]!.asked, asked))
      const group = waiting.splice(0, Math.min(apart === -1 ? waiting.length : apart, this.#most))
      try {
        const results = await this.#work(group.map(({ asked }) => asked))
        for (const [at, { resolve }] of group.entries()) resolve(results[at]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#lanes.delete(lane)
  }
}
