import { randomUUID } from 'node:crypto'
import { digest } from '../../domain/digest.ts'
import type { Document, DocumentKey, Projector } from '../../domain/document.ts'
import type { NewEvent, StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { storedNames } from '../../domain/events/stored-name.ts'
import type { Scope } from '../../domain/scope.ts'
import { byCodePoint } from '../../domain/sets.ts'
import { marked } from '../../domain/undo.ts'
import { WordIndex } from '../../engine/search/word-index.ts'
import { archiveDamaged, factsArchived, idConflict } from '../conflict.ts'
import { DocumentDesk, documentBytes, foldBatch, type Link, policyAfter } from '../fold-batch.ts'
import { checkAll, inOrder, placeAll } from '../place-all.ts'
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
  Store,
  StreamHead,
  UndoMark,
} from '../port.ts'
import { checkCache, checkedScope } from '../storable.ts'

/** The result of folding; a rebuild creates a second one that replaces the first. */
class Folds {
  readonly documents = new Map<string, Map<string, Document>>()
  readonly subjects = new Map<string, number[]>()
  /** Word indexes of the kinds that were searched. */
  readonly #words = new Map<string, WordIndex>()

  /** A second object with the same content; documents are never changed in place. */
  copy(): Folds {
    const folds = new Folds()
    for (const [kind, documents] of this.documents) folds.documents.set(kind, new Map(documents))
    for (const [subject, positions] of this.subjects) folds.subjects.set(subject, [...positions])
    return folds
  }

  find(keys: readonly DocumentKey[]): Document[] {
    return keys.flatMap(({ kind, id }) => this.documents.get(kind)?.get(id) ?? [])
  }

  /** Documents of a kind by words and letters, nearest first. */
  search(kind: string, text: string, limit: number): SearchHit[] {
    const documents = this.documents.get(kind) ?? new Map<string, Document>()
    const hits = this.#wordsOf(kind, documents).search(text, limit)
    return hits.map(({ id, score, similar }) => ({ document: documents.get(id)!, score, similar }))
  }

  #wordsOf(kind: string, documents: ReadonlyMap<string, Document>): WordIndex {
    const known = this.#words.get(kind)
    if (known !== undefined) return known
    const words = new WordIndex()
    for (const { id, text } of documents.values()) words.put(id, text)
    this.#words.set(kind, words)
    return words
  }

  async add(events: readonly StoredEvent[], projector: Projector): Promise<void> {
    const desk = new DocumentDesk({ load: async (keys) => this.find(keys) })
    const read = events.flatMap((event) => readEvent(event) ?? [])
    const links = await foldBatch(read, projector, desk)
    const changed = desk.takeChanged().map(({ document }) => document)
    // Databases store the canonical bytes of a body, so they refuse one that has none; this store must too.
    for (const document of changed) documentBytes(document)
    for (const document of changed) {
      this.#words.get(document.kind)?.put(document.id, document.text)
      const ofKind = this.documents.get(document.kind) ?? new Map<string, Document>()
      this.documents.set(document.kind, ofKind.set(document.id, document))
    }
    for (const link of links) this.#link(link)
  }

  #link({ subject, position }: Link): void {
    const positions = this.subjects.get(subject)
    if (positions === undefined) this.subjects.set(subject, [position])
    else positions.push(position)
  }
}

/** A store that lasts as long as the process: for tests, simulations and experiments. */
export function openMemoryStore(): Store {
  const journals = new Map<string, Journal>()
  return {
    journal(scope) {
      const { organisation, project } = checkedScope(scope)
      const name = JSON.stringify([organisation, project])
      const journal = journals.get(name) ?? new MemoryJournal(scope)
      journals.set(name, journal)
      return journal
    },
    close: async () => journals.clear(),
  }
}

/** A journal in memory with the same facts in the same places, folded again: to look at the past, or at a different past. */
export async function journalInMemory(
  scope: Scope,
  facts: readonly StoredEvent[],
  projector: Projector,
): Promise<{ journal: Journal; take(more: readonly StoredEvent[]): Promise<void> }> {
  const journal = new MemoryJournal(scope)
  await journal.take(facts, projector)
  return { journal, take: (more) => journal.take(more, projector) }
}

interface MemoryCheckpoint {
  readonly position: number
  readonly policyHash: string
  readonly folds: Folds
}

const NO_CHECKPOINT: MemoryCheckpoint = { position: 0, policyHash: '', folds: new Folds() }

class MemoryJournal implements Journal {
  readonly scope: Scope
  readonly #name = randomUUID()
  readonly #once = inOrder()
  #events: StoredEvent[] = []
  #byId = new Map<string, StoredEvent>()
  #byKey = new Map<string, StoredEvent>()
  #streams = new Map<string, StreamHead>()
  #folds = new Folds()
  #policyHash = ''
  #checkpoint: MemoryCheckpoint = NO_CHECKPOINT
  readonly #cache = new Map<string, Map<string, CacheEntry>>()

  constructor(scope: Scope) {
    this.scope = scope
  }

  /** Takes over facts unchanged, with their places, links and marks. */
  async take(facts: readonly StoredEvent[], projector: Projector): Promise<void> {
    await this.#folds.add(facts, projector)
    for (const fact of facts) this.#keep(fact)
    this.#policyHash = projector.policyHash
  }

  append(events: readonly NewEvent[], projector: Projector, options: AppendOptions = {}): Promise<readonly Appended[]> {
    return this.#once(async () => {
      checkAll(events)
      const { placed, fresh } = this.#placed(events)
      if (fresh.length > 0) {
        const policyHash = policyAfter(this.#policyHash, projector.policyHash, options.underOnePolicy)
        await this.#folds.add(fresh, projector)
        for (const event of fresh) this.#keep(event)
        this.#policyHash = policyHash
      }
      return placed
    })
  }

  async read(options: ReadOptions): Promise<readonly StoredEvent[]> {
    const { after = 0, upTo = this.#events.length, stream, key, subject, newestFirst = false, limit } = options
    const types = options.types?.flatMap(storedNames)
    const positions = subject === undefined ? undefined : new Set(this.#folds.subjects.get(subject))
    const found = this.#events.filter(
      (event) =>
        event.position > after &&
        event.position <= upTo &&
        (types === undefined || types.includes(event.type)) &&
        (stream === undefined || event.stream === stream) &&
        (key === undefined || event.key === key) &&
        (positions === undefined || positions.has(event.position)),
    )
    return (newestFirst ? found.reverse() : found).slice(0, limit)
  }

  async event(id: string): Promise<StoredEvent | undefined> {
    return this.#byId.get(id)
  }

  async head(): Promise<Head> {
    return {
      position: this.#events.length,
      policyHash: this.#policyHash,
      journal: this.#name,
      checkpoint: this.#checkpoint.position,
      checkpointPolicy: this.#checkpoint.policyHash,
    }
  }

  async streamHeads(upTo: number): Promise<readonly StreamHead[]> {
    const heads = new Map<string, StreamHead>()
    for (const { stream, version, hash, position } of this.#events) {
      if (position <= upTo) heads.set(stream, { stream, version, hash })
    }
    return [...heads.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))
  }

  async documents(keys: readonly DocumentKey[]): Promise<readonly Document<never>[]> {
    return this.#folds.find(keys) as Document<never>[]
  }

  async list(kind: string, { states, limit, offset = 0, afterId }: ListOptions): Promise<readonly Document<never>[]> {
    return this.#ofKind(kind, states)
      .filter(({ id }) => afterId === undefined || byCodePoint(id, afterId) > 0)
      .sort((a, b) => (afterId === undefined ? b.rank - a.rank : 0) || byCodePoint(a.id, b.id))
      .slice(offset, offset + limit)
  }

  async count(kind: string, states?: readonly string[]): Promise<number> {
    return this.#ofKind(kind, states).length
  }

  async search(kind: string, text: string, limit: number): Promise<readonly SearchHit<never>[]> {
    return this.#folds.search(kind, text, limit) as SearchHit<never>[]
  }

  async cached(kind: string, last = Number.POSITIVE_INFINITY): Promise<readonly CacheEntry[]> {
    return [...(this.#cache.get(kind)?.values() ?? [])].sort((a, b) => byCodePoint(a.id, b.id)).slice(-last)
  }

  async cache(kind: string, entries: readonly CacheEntry[]): Promise<boolean> {
    checkCache(kind, entries)
    const known = this.#cache.get(kind) ?? new Map<string, CacheEntry>()
    if (entries.some(({ id, version }) => version !== (known.get(id)?.version ?? 0) + 1)) return false
    for (const entry of entries) known.set(entry.id, entry)
    this.#cache.set(kind, known)
    return true
  }

  rebuild(projector: Projector, options: RebuildOptions = {}): Promise<{ readonly events: number }> {
    return this.#once(async () => {
      this.#folds = await this.#foldUpTo(this.#events.length, projector)
      this.#cache.clear()
      this.#policyHash = projector.policyHash
      options.onProgress?.(this.#events.length, this.#events.length)
      return { events: this.#events.length }
    })
  }

  undo(
    events: readonly NewEvent[],
    marks: readonly UndoMark[],
    projector: Projector,
    options: RebuildOptions = {},
  ): Promise<readonly Appended[]> {
    return this.#once(async () => {
      checkAll(events)
      const undone = new Map(marks.map((mark) => [mark.event, mark.undone]))
      const { position } = this.#checkpoint
      if (this.#events.slice(0, position).some(({ id }) => undone.has(id))) throw factsArchived(position)
      const { placed, fresh } = this.#placed(events)
      const all = this.#events.map((event) => marked(event, undone))
      const folds = this.#checkpoint.folds.copy()
      await folds.add([...all.slice(position), ...fresh], projector)
      this.#rewrite((event) => marked(event, undone))
      for (const event of fresh) this.#keep(event)
      this.#folds = folds
      this.#cache.clear()
      this.#policyHash = projector.policyHash
      options.onProgress?.(this.#events.length, this.#events.length)
      return placed
    })
  }

  async erase(eventId: string): Promise<void> {
    this.#rewrite((event) => {
      if (event.id !== eventId) return event
      const { archived: _, ...kept } = event
      return { ...kept, payload: null }
    })
  }

  compact(upTo: number, projector: Projector, options: RebuildOptions = {}): Promise<void> {
    return this.#once(async () => {
      const { position: before, policyHash } = this.#checkpoint
      const position = Math.min(upTo, this.#events.length)
      if (position <= before) return
      const folds = await this.#foldUpTo(position, projector)
      this.#checkpoint = { position, policyHash: policyAfter(policyHash, projector.policyHash), folds }
      this.#rewrite((event) =>
        event.position > position || event.payload === null ? event : { ...event, payload: null, archived: true },
      )
      options.onProgress?.(position, position)
    })
  }

  restore(payloads: readonly ArchivedPayload[]): Promise<void> {
    return this.#once(async () => {
      for (const { id, payload } of payloads)
        if (this.#byId.get(id)?.payloadDigest !== digest(payload)) throw archiveDamaged(id)
      const back = new Map(payloads.map(({ id, payload }) => [id, payload]))
      this.#rewrite(({ archived, ...event }) => {
        if (archived === undefined) return event
        const payload = back.get(event.id)
        return payload === undefined ? { ...event, archived } : { ...event, payload }
      })
    })
  }

  closeCheckpoint(): Promise<{ readonly missing: number }> {
    return this.#once(async () => {
      const missing = this.#events.filter((event) => event.archived).length
      if (missing === 0) this.#checkpoint = NO_CHECKPOINT
      return { missing }
    })
  }

  #placed(events: readonly NewEvent[]): { placed: Appended[]; fresh: StoredEvent[] } {
    const placed = placeAll(events, this.scope, {
      position: this.#events.length,
      byKey: this.#byKey,
      streams: this.#streams,
    })
    const fresh = placed.filter((item) => !item.duplicate).map((item) => item.event)
    for (const { id } of fresh) if (this.#byId.has(id)) throw idConflict(id)
    return { placed, fresh }
  }

  async #foldUpTo(position: number, projector: Projector): Promise<Folds> {
    const { folds: start, position: from } = this.#checkpoint
    const folds = start.copy()
    await folds.add(this.#events.slice(from, position), projector)
    return folds
  }

  #rewrite(change: (event: StoredEvent) => StoredEvent): void {
    this.#events = this.#events.map(change)
    this.#byKey = new Map(this.#events.map((event) => [event.key, event]))
    this.#byId = new Map(this.#events.map((event) => [event.id, event]))
  }

  #keep(event: StoredEvent): void {
    this.#events.push(event)
    this.#byId.set(event.id, event)
    this.#byKey.set(event.key, event)
    this.#streams.set(event.stream, { stream: event.stream, version: event.version, hash: event.hash })
  }

  #ofKind(kind: string, states: readonly string[] | undefined): Document<never>[] {
    const all = [...(this.#folds.documents.get(kind)?.values() ?? [])] as Document<never>[]
    return states === undefined ? all : all.filter((document) => states.includes(document.state))
  }
}
