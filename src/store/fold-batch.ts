import { canonicalJson } from '../domain/canonical-json.ts'
import type { Document, DocumentKey, DocumentReader, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'
import { checkSubject, storableDocument } from './storable.ts'

/** How a store fetches documents that the fold asks for. */
export type LoadDocuments = (keys: readonly DocumentKey[]) => Promise<readonly Document[]>

/** A link from a thing to an event about it. */
export interface Link {
  readonly subject: string
  readonly position: number
}

/**
 * Documents in hand while events are folded: what was loaded, what was found missing, what changed.
 */
export class DocumentDesk implements DocumentReader {
  readonly #documents = new Map<string, Document | undefined>()
  readonly #changed = new Map<string, Document>()
  readonly #load: LoadDocuments

  constructor(load: LoadDocuments) {
    this.#load = load
  }

  get(kind: string, id: string): Document | undefined {
    return this.#documents.get(deskKey(kind, id))
  }

  /** Whether it is known that the document exists or does not. */
  has(key: DocumentKey): boolean {
    return this.#documents.has(deskKey(key.kind, key.id))
  }

  /** Loads what the events will read, asking the projector again until it needs nothing new. */
  async prepare(events: readonly JournalEvent[], projector: Projector): Promise<void> {
    for (;;) {
      const missing = new Map<string, DocumentKey>()
      for (const event of events) {
        for (const key of projector.needs(event, this)) {
          const name = deskKey(key.kind, key.id)
          if (!this.#documents.has(name)) missing.set(name, key)
        }
      }
      if (missing.size === 0) return
      for (const name of missing.keys()) this.#documents.set(name, undefined)
      for (const found of await this.#load([...missing.values()]))
        this.#documents.set(deskKey(found.kind, found.id), found)
    }
  }

  put(folded: Document): void {
    const document = storableDocument(folded)
    const name = deskKey(document.kind, document.id)
    this.#documents.set(name, document)
    this.#changed.set(name, document)
  }

  get size(): number {
    return this.#documents.size
  }

  /** What changed since the last call, in the order in which it first changed. */
  takeChanged(): Document[] {
    const changed = [...this.#changed.values()]
    this.#changed.clear()
    return changed
  }

  /** Forgets everything; call it only when all changes have been taken. */
  clear(): void {
    this.#documents.clear()
  }
}

/** Folds events in order. What one event changes, the next one reads. */
export async function foldBatch(
  events: readonly JournalEvent[],
  projector: Projector,
  desk: DocumentDesk,
): Promise<Link[]> {
  await desk.prepare(events, projector)
  const links: Link[] = []
  for (const event of events) {
    if (needsMore(event, projector, desk)) await desk.prepare([event], projector)
    const { documents, subjects } = projector.fold(event, desk)
    for (const document of documents) desk.put(document)
    for (const subject of subjects) {
      checkSubject(subject)
      links.push({ subject, position: event.position })
    }
  }
  return links
}

/** Earlier events of the batch may have changed what this one reads. */
function needsMore(event: JournalEvent, projector: Projector, desk: DocumentDesk): boolean {
  return projector.needs(event, desk).some((key) => !desk.has(key))
}

/** The stored form of a document's body; rebuilding must give the same bytes. */
export function documentBytes(document: Document): string {
  return canonicalJson(document.body)
}

/**
 * The policy of documents that were folded under `before` when events are folded under `now`. A mixture is no policy's, so
 * whoever looks sees that the documents must be rebuilt.
 */
export function policyAfter(before: string, now: string): string {
  return before === '' || before === now ? now : 'mixed'
}

function deskKey(kind: string, id: string): string {
  return `${kind}\n${id}`
}
