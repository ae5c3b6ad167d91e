import type { Projector } from '../../domain/document.ts'
import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import type { Scope } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import { idConflict } from '../conflict.ts'
import { policyAfter } from '../fold-batch.ts'
import { checkAll, placeAll, type StreamEnd } from '../place-all.ts'
import type { Appended, AppendOptions, OnCommit } from '../port.ts'
import { documentSource, type HeadRow, headOf, writeDocuments } from './documents.ts'
import type { SqlDriver, SqlSession } from './driver.ts'
import { KnownDocuments } from './known-documents.ts'
import { writeLinks } from './links.ts'
import { EVENT_COLUMNS, EVENT_LIST, eventOf, eventRow } from './rows.ts'
import { eventsAfter, oneOf } from './select-events.ts'

const STREAM_KEY = ['organisation', 'project', 'stream']
const STREAM_COLUMNS = [...STREAM_KEY, 'version', 'hash']

/** One caller's append. */
interface Asked {
  readonly events: readonly NewEvent[]
  readonly projector: Projector
  readonly options: AppendOptions
}

interface Waiting extends Asked {
  readonly settle: (settled: Settled) => void
}

/** The result of one caller's append. */
type Settled = { readonly placed: readonly Appended[] } | { readonly error: unknown }

function placedOf(settled: Settled): readonly Appended[] {
  if ('placed' in settled) return settled.placed
  throw settled.error
}

/** How many events are committed together, unless one caller brings more. */
const MOST_TOGETHER = 500
/** About how many events stay unfolded: a reader folds them in about a twentieth of a second. */
const MOST_LEFT = 256

/** The folded documents of a transaction that is not committed yet. */
type Change = { readonly known: KnownDocuments; readonly after: HeadRow }

export interface JournalOptions {
  readonly onCommit?: OnCommit | undefined
  /** If missing, every append folds. */
  readonly folding?: (() => Projector) | undefined
}

/** Writes facts and the documents folded from them. */
export class Appender {
  readonly #driver: SqlDriver
  readonly #scope: Scope
  readonly #owner: readonly [string, string]
  readonly #onCommit: OnCommit | undefined
  readonly #folding: (() => Projector) | undefined
  #asked = 0
  #known: KnownDocuments | undefined
  /** What the newest fold knew, where the database has to be waited for. */
  #kept: KnownDocuments | undefined
  #appendedTo = 0
  #foldedTo = 0
  #fold = { upTo: 0, done: Promise.resolve() }
  readonly #lanes = new Map<string, Waiting[]>()

  constructor(driver: SqlDriver, scope: Scope, { onCommit, folding }: JournalOptions) {
    this.#driver = driver
    this.#folding = folding
    this.#scope = scope
    this.#owner = [scope.organisation, scope.project]
    this.#onCommit = onCommit
  }

  /** Appends that arrive during another one wait for it, and are then committed together. */
  async append(
    events: readonly NewEvent[],
    projector: Projector,
    options: AppendOptions = {},
  ): Promise<readonly Appended[]> {
    checkAll(events)
    // If no lock is held over several statements, one group is prepared while another is written.
    const lane = `${options.waitsForDisk} ${options.waitMs} ${this.#driver.appendUnfolded && this.#asked++ % 2}`
    const settled = await new Promise<Settled>((settle) => {
      const waiting = this.#lanes.get(lane) ?? []
      waiting.push({ events, projector, options, settle })
      if (this.#lanes.has(lane)) return
      this.#lanes.set(lane, waiting)
      void this.#run(lane, waiting)
    })
    return placedOf(settled)
  }

  /** Appends the requests of one lane, group by group. Lanes do not wait for each other. */
  async #run(lane: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      let size = 0
      const apart = waiting.findIndex(({ projector, events }, at) => {
        size += events.length
        return at > 0 && (size > MOST_TOGETHER || projector !== waiting[0]!.projector)
      })
      const group = waiting.splice(0, apart === -1 ? waiting.length : apart)
      const settled = await this.#appendTogether(group).catch((error) => group.map(() => ({ error })))
      for (const [at, { settle }] of group.entries()) settle(settled[at]!)
    }
    this.#lanes.delete(lane)
  }

  /** All in one transaction; if that fails, each alone, so that none fails because of another. */
  async #appendTogether(asked: readonly Asked[]): Promise<readonly Settled[]> {
    const [{ options }] = asked as readonly [Asked]
    const unfolded = await this.#appendUnfolded(asked)
    if (unfolded !== undefined) return unfolded
    try {
      const work = (session: SqlSession) => this.#appendIn(session, asked)
      const { settled, journal, change, left } = await this.#driver.write(this.#scope, work, options)
      if (change !== undefined) this.#written(change)
      this.#committed(settled, journal, options)
      if (left !== undefined) await this.#leave(...left)
      return settled
    } catch (error) {
      if (asked.length === 1) return [{ error: await this.#explained(asked[0]!.events, error) }]
      const settled: Settled[] = []
      for (const one of asked) settled.push(...(await this.#appendTogether([one])))
      return settled
    }
  }

  /** Appends new facts in one round trip, if readers fold them; undefined: nothing was written. */
  async #appendUnfolded(asked: readonly Asked[]): Promise<readonly Settled[] | undefined> {
    const [{ projector, options }] = asked as readonly [Asked]
    const events = asked.flatMap((one) => one.events)
    const isPlain = events.length > 0 && events.every(({ expectedVersion }) => expectedVersion === undefined)
    if (this.#folding === undefined || !isPlain) return undefined
    try {
      const facts = { events, policyHash: projector.policyHash }
      const appended = await this.#driver.appendUnfolded?.(this.#scope, facts, options)
      if (appended === undefined) return undefined
      const placed = appended.stored.map((event) => ({ event, duplicate: false }))
      const settled = asked.map((one) => ({ placed: placed.splice(0, one.events.length) }))
      this.#appendedTo = Math.max(this.#appendedTo, appended.stored.at(-1)!.position)
      this.#committed(settled, appended.journal, options)
      return settled
    } catch (error) {
      if (this.#driver.dialect.isTaken(error)) return undefined
      return asked.map(() => ({ error }))
    }
  }

  /** Places the facts, and returns the changes that apply once this transaction is committed. One caller's request may be refused while the others are written. */
  async #appendIn(session: SqlSession, asked: readonly Asked[]) {
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
    const [{ projector, options }] = asked as readonly [Asked]
    const policyHash = policyAfter(head.policyHash, projector.policyHash, options.underOnePolicy)
    const position = head.position + fresh.length
    await Promise.all([
      session.insert({ table: 'event', columns: EVENT_COLUMNS, rows: fresh.map(eventRow) }),
      this.#writeStreamEnds(session, fresh),
    ])
    const ended = 'UPDATE head SET position = ?, unfolded = ?, policy_hash = ? WHERE organisation = ? AND project = ?'
    await session.run(ended, [position, position - head.folded, policyHash, ...this.#owner])
    if (head.policyHash === projector.policyHash && this.mayFold(head))
      return { settled, journal, left: [fresh, head, this.knownOn(session, head)] as const }
    let change: Change | undefined
    for (let before = { ...head, position, policyHash }; before.folded < position; before = change.after)
      change = await this.#foldPage(session, before, projector, fresh)
    return { settled, journal, change }
  }

  /** Whether unfolded events can be folded here: all documents must have one policy. */
  mayFold({ policyHash }: HeadRow): boolean {
    return this.#folding?.().policyHash === policyHash
  }

  /** The position up to which this process left events that nobody folded, as far as it knows; 0: none. */
  get left(): number {
    return this.#appendedTo > this.#foldedTo ? this.#appendedTo : 0
  }

  /** A reader saw how far others have folded. */
  saw({ folded }: HeadRow): void {
    this.#foldedTo = Math.max(this.#foldedTo, folded)
  }

  /** Folds what was appended without it, up to a position at least or all. Those who ask while it is under way wait for the same work. */
  foldUpTo(position = Number.POSITIVE_INFINITY, options: AppendOptions = {}): Promise<void> {
    const end = () => {
      this.#fold.upTo = 0
    }
    if (position > this.#fold.upTo || position === Number.POSITIVE_INFINITY)
      this.#fold = { upTo: position, done: this.#foldPages(position, options).finally(end) }
    return this.#fold.done
  }

  /** A page at a time, so that writers get their turns. */
  async #foldPages(position: number, options: AppendOptions): Promise<void> {
    const fold = async (session: SqlSession) => {
      // Where the database has to be waited for, it is asked for both at once.
      const next =
        session.first === undefined && this.#foldedTo > 0 && eventsAfter(session, this.#owner, this.#foldedTo)
      const [head, events] = await Promise.all([headOf(session, this.#scope), next])
      const isDone = head.folded >= Math.min(position, head.position) || !this.mayFold(head)
      return isDone ? undefined : this.#foldPage(session, head, this.#folding!(), events || undefined)
    }
    // If a page is lost, it is folded again.
    const page = () => this.#driver.write(this.#scope, fold, { ...options, waitsForDisk: false })
    for (let change = await page(); change !== undefined; change = await page()) {
      this.#written(change)
      if (change.after.folded >= Math.min(position, change.after.position)) break
    }
  }

  /** What is known goes on from what is in the tables now. Of a database that has to be waited for, only the next fold uses it, and only what was used of late. */
  #written({ known, after }: Change): void {
    known.base = after
    known.links.length = 0
    this.saw(after)
    if (this.#driver.appendUnfolded === undefined) this.#known = known
    else this.#kept = known
  }

  async #foldPage(session: SqlSession, head: HeadRow, projector: Projector, next?: readonly StoredEvent[]) {
    const fresh = this.#begin(session, head)
    const known = this.knownOn(session, head) ?? this.#kept?.goOn(fresh) ?? fresh
    this.#known = undefined
    this.#kept = undefined
    if (known.position < head.position) await this.#takeNext(session, known, projector, next)
    const after = { ...head, folded: known.position }
    const place = { owner: this.#owner, generation: head.generation, dialect: this.#driver.dialect }
    await Promise.all([
      writeDocuments(session, place, known.desk.takeChanged()),
      writeLinks(session, place, known.links, { from: head.folded, to: after.folded }),
    ])
    const done = 'UPDATE head SET unfolded = position - ? WHERE organisation = ? AND project = ?'
    await session.run(done, [after.folded, ...this.#owner])
    return { known, after }
  }

  /** The known documents, including those of events that are not folded in the tables yet; undefined if others appended some of these events, unless `isWanted`. */
  async ahead(session: SqlSession, head: HeadRow, isWanted: boolean): Promise<KnownDocuments | undefined> {
    const known = this.knownOn(session, head)
    if (known === undefined || !(isWanted || (known.reach === head.position && !known.isFull))) return undefined
    this.#known = undefined
    while (known.position < head.position) await this.#takeNext(session, known, this.#folding!())
    this.#known = known
    return known
  }

  /** The documents that this process knows; undefined if that needs a wait for the database. */
  knownOn(session: SqlSession, head: HeadRow): KnownDocuments | undefined {
    const known = this.#known
    if (!known?.isOn(head) || (known.isFull && known.reach === head.folded))
      this.#known = session.first && this.#begin(session, head)
    return this.#known
  }

  #begin(session: SqlSession, head: HeadRow): KnownDocuments {
    const place = { owner: this.#owner, generation: head.generation, dialect: this.#driver.dialect }
    return new KnownDocuments(head, documentSource(session, place))
  }

  /** Folds the next events: those in memory, else at most a page. */
  async #takeNext(session: SqlSession, known: KnownDocuments, projector: Projector, next?: readonly StoredEvent[]) {
    const atHand = next ?? known.pending.splice(0)
    if (atHand[0]?.position === known.position + 1) return known.take(atHand, projector)
    const events = await eventsAfter(session, this.#owner, known.position)
    if (events.length > 0) return known.take(events, projector)
    throw new UserError('store-corrupt', `Events after position ${known.position} are missing.`, 'mettle doctor')
  }

  /** Keeps unfolded events in memory. If there are many, they are folded, so that no reader ever waits for long. */
  async #leave(fresh: readonly StoredEvent[], head: HeadRow, known: KnownDocuments | undefined): Promise<void> {
    if (known?.reach === head.position) {
      known.pending.push(...fresh)
      this.#known = known
    }
    // If folding fails now, the next reader tries again and gets the error.
    if (((head.position - head.folded) % MOST_LEFT) + fresh.length >= MOST_LEFT)
      await this.foldUpTo(head.position + fresh.length).catch(() => undefined)
  }

  #committed(settled: readonly Settled[], journal: string, { waitsForDisk = true }: AppendOptions): void {
    const placed = settled.flatMap((one) => ('placed' in one ? one.placed : []))
    const last = placed.findLast(({ duplicate }) => !duplicate)?.event
    if (last === undefined || this.#onCommit === undefined) return
    const { position, hash } = last
    this.#onCommit({ scope: this.#scope, journal, position, hash, isOnDisk: waitsForDisk })
  }

  /** The same inside a transaction that `work` creates. */
  async appendWith(
    events: readonly NewEvent[],
    projector: Projector,
    work: (append: (session: SqlSession) => Promise<readonly Appended[]>) => Promise<readonly Appended[]>,
  ): Promise<readonly Appended[]> {
    checkAll(events)
    let journal = ''
    try {
      const placed = await work(async (session) => {
        const appended = await this.#appendIn(session, [{ events, projector, options: {} }])
        journal = appended.journal
        return placedOf(appended.settled[0]!)
      })
      this.#committed([{ placed }], journal, {})
      return placed
    } catch (error) {
      throw await this.#explained(events, error)
    }
  }

  async #writeStreamEnds(session: SqlSession, events: readonly StoredEvent[]): Promise<void> {
    const ends = new Map(
      events.map((event) => [event.stream, [...this.#owner, event.stream, event.version, event.hash]]),
    )
    const [columns, key] = [STREAM_COLUMNS, STREAM_KEY]
    await session.insert({ table: 'stream', columns, rows: [...ends.values()], key })
  }

  /** Finds the id that was taken; only after the database refused one, because that is a caller's rare mistake. */
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
