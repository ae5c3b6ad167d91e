import { canonicalJson } from '../domain/canonical-json.ts'
import type { Document, DocumentKey, DocumentReader, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'
import { UserError } from '../domain/user-error.ts'
import { checkSubject, storableDocument } from './storable.ts'

/** How documents are read during a fold: many asynchronously, or one synchronously if the store supports it. */
export interface DocumentSource {
  load(keys: readonly DocumentKey[]): Promise<readonly Document[]>
  readonly find?: ((key: DocumentKey) => Document | undefined) | undefined
}

/** A link from a thing to an event about it. */
export interface Link {
  readonly subject: string
  readonly position: number
}

/** A document in memory; empty if it is known not to exist. */
interface Place {
  document: Document | undefined
  stored: Document | undefined
  /** The round in which it was last read or written. */
  used: number
}

/** A document to be written, and its stored version. */
export interface Changed {
  readonly document: Document
  readonly stored: Document | undefined
}

/** Documents in memory while events are folded: loaded, found missing, or changed. */
export class DocumentDesk implements DocumentReader {
  readonly #places = new Map<string, Map<string, Place>>()
  readonly #changed = new Set<Place>()
  #source: DocumentSource
  #size = 0
  #round = 0
  /** Places that were not used since this round are dropped next. */
  #kept = 0

  constructor(source: DocumentSource) {
    this.#source = source
  }

  /** Begins a round, in which documents are read from another transaction. */
  readFrom(source: DocumentSource): void {
    this.#source = source
    this.#round++
  }

  get(kind: string, id: string): Document<never> | undefined {
    const known = this.#places.get(kind)?.get(id)
    const place = known ?? (this.#source.find && this.#found({ kind, id }))
    if (place !== undefined) place.used = this.#round
    return place?.document as Document<never> | undefined
  }

  #found(key: DocumentKey): Place {
    const place = this.#place(key)
    place.document = this.#source.find!(key)
    place.stored = place.document
    return place
  }

  get readsAtOnce(): boolean {
    return this.#source.find !== undefined
  }

  /** Whether it is known if the document exists. */
  has({ kind, id }: DocumentKey): boolean {
    return this.#places.get(kind)?.has(id) ?? false
  }

  /** Loads the documents that the events will read, calling the projector again until it needs nothing new. */
  async prepare(events: readonly JournalEvent[], projector: Projector): Promise<void> {
    while (!this.readsAtOnce) {
      const missing: DocumentKey[] = []
      for (const event of events) {
        for (const key of projector.needs(event, this)) {
          if (this.has(key)) continue
          missing.push(key)
          this.#place(key)
        }
      }
      const loaded = missing.length === 0 ? [] : await this.#source.load(missing)
      for (const found of loaded) {
        const place = this.#place(found)
        place.document = found
        place.stored = found
      }
      // A missing document looks like one that was not requested, so asking the projector again would change nothing.
      if (loaded.length === 0) return
    }
  }

  put(folded: Document): void {
    const document = storableDocument(folded)
    const place = this.#place(document)
    place.document = document
    place.used = this.#round
    this.#changed.add(place)
  }

  get size(): number {
    return this.#size
  }

  /** The changes of one kind since the last `takeChanged`. */
  changedOf(kind: string): Changed[] {
    const places = [...(this.#places.get(kind)?.values() ?? [])].filter((place) => this.#changed.has(place))
    return places.map(({ document, stored }) => ({ document: document!, stored }))
  }

  /** The changes since the last call, in the order in which each first changed. */
  takeChanged(): Changed[] {
    const changed = [...this.#changed].map(({ document, stored }) => ({ document: document!, stored }))
    for (const place of this.#changed) place.stored = place.document
    this.#changed.clear()
    return changed
  }

  /** Drops documents that were not used since the last call but one: current patterns and runs are likely to be used again. Call it only after all changes were taken. */
  forgetUnused(): void {
    for (const ofKind of this.#places.values())
      for (const [id, { used }] of ofKind) if (used < this.#kept && ofKind.delete(id)) this.#size--
    this.#kept = this.#round
  }

  #place({ kind, id }: DocumentKey): Place {
    const ofKind = this.#places.get(kind) ?? new Map<string, Place>()
    if (ofKind.size === 0) this.#places.set(kind, ofKind)
    const known = ofKind.get(id)
    if (known !== undefined) return known
    const place = { document: undefined, stored: undefined, used: this.#round }
    ofKind.set(id, place)
    this.#size++
    return place
  }
}

/** Folds events in order; each one reads the changes of those before it. A thing that an event names twice is linked once. */
export async function foldBatch(events: readonly JournalEvent[], projector: Projector, desk: DocumentDesk) {
  await desk.prepare(events, projector)
  const links: Link[] = []
  for (const event of events) {
    // Earlier events of the batch may have changed what this one reads.
    const needsMore =
      event !== events[0] && !desk.readsAtOnce && projector.needs(event, desk).some((key) => !desk.has(key))
    if (needsMore) await desk.prepare([event], projector)
    const { documents, subjects } = projector.fold(event, desk)
    for (const document of documents) desk.put(document)
    for (const subject of subjects.length > 1 ? new Set(subjects) : subjects) {
      checkSubject(subject)
      links.push({ subject, position: event.position })
    }
  }
  return links
}

/** The stored form of a document's body; rebuilding must give the same bytes. */
export function documentBytes(document: Document): string {
  return canonicalJson(document.body)
}

/** The policy of documents that were folded under `before`, after events are folded under `now`. A mixture fits no policy: either it is refused, or the documents are marked for a rebuild. */
export function policyAfter(before: string, now: string, refusesMixture = false): string {
  if (before === '' || before === now) return now
  if (!refusesMixture) return 'mixed'
  throw new UserError(
    'settings-changed',
    'The stored results were computed with other settings.',
    'Start the process again.',
  )
}
