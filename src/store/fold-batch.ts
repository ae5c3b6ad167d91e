import { canonicalJson } from '../domain/canonical-json.ts'
import type { Document, DocumentKey, DocumentReader, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'
import { UserError } from '../domain/user-error.ts'
import { checkSubject, storableDocument } from './storable.ts'

/** How documents are read while events are folded: many that are waited for, or one at once where the store can answer so. */
export interface DocumentSource {
  load(keys: readonly DocumentKey[]): Promise<readonly Document[]>
  readonly find?: ((key: DocumentKey) => Document | undefined) | undefined
}

/** A link from a thing to an event about it. */
export interface Link {
  readonly subject: string
  readonly position: number
}

/** A document's place on the desk; empty when it is known that there is none. */
interface Place {
  document: Document | undefined
  stored: Document | undefined
  /** In which round it was last read or written. */
  used: number
}

/** A document to be written, and what the store has in its place. */
export interface Changed {
  readonly document: Document
  readonly stored: Document | undefined
}

/** Documents in hand while events are folded: what was loaded, what was found missing, what changed. */
export class DocumentDesk implements DocumentReader {
  readonly #places = new Map<string, Map<string, Place>>()
  readonly #changed = new Set<Place>()
  #source: DocumentSource
  #size = 0
  #round = 0
  /** Places that were not used since this round are forgotten next. */
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

  /** Whether it is known that the document exists or does not. */
  has({ kind, id }: DocumentKey): boolean {
    return this.#places.get(kind)?.has(id) ?? false
  }

  /** Loads what the events will read, asking the projector again until it needs nothing new. */
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
      // What is not there reads as what was not asked for, so the projector would say the same again.
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

  /** What changed since it was last taken, of one kind. */
  changedOf(kind: string): Changed[] {
    const places = [...(this.#places.get(kind)?.values() ?? [])].filter((place) => this.#changed.has(place))
    return places.map(({ document, stored }) => ({ document: document!, stored }))
  }

  /** What changed since the last call, in the order in which it first changed. */
  takeChanged(): Changed[] {
    const changed = [...this.#changed].map(({ document, stored }) => ({ document: document!, stored }))
    for (const place of this.#changed) place.stored = place.document
    this.#changed.clear()
    return changed
  }

  /** Forgets what was not used since the last call but one: patterns and runs that go on are likely used again. Call it only when all changes have been taken. */
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

/** Folds events in order. What one event changes, the next one reads. A thing that it names twice is linked to it once. */
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

/** The policy of documents that were folded under `before` when events are folded under `now`. A mixture is no policy's: it is refused, or whoever looks sees that the documents must be rebuilt. */
export function policyAfter(before: string, now: string, refusesMixture = false): string {
  if (before === '' || before === now) return now
  if (!refusesMixture) return 'mixed'
  throw new UserError(
    'settings-changed',
    'The stored results were computed with other settings.',
    'Start the process again.',
  )
}
