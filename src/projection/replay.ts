import type { Document, DocumentKind, DocumentReader, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'

/** Folds events one after the other outside the journal, to see the consequences of each. Given all events about a thing, oldest first, it ends in the journal's state. */
export class Replay implements DocumentReader {
  readonly #documents: Map<string, Document>
  readonly #projector: Pick<Projector, 'fold'>

  constructor(projector: Pick<Projector, 'fold'>, documents: Iterable<[string, Document]> = []) {
    this.#projector = projector
    this.#documents = new Map(documents)
  }

  /** An independent copy of the current state; documents are never changed in place. */
  fork(): Replay {
    return new Replay(this.#projector, this.#documents)
  }

  /** Everything that was folded, in the order in which it first appeared. */
  documents(): Document[] {
    return [...this.#documents.values()]
  }

  get<T extends object>(kind: DocumentKind<T>, id: string): Document<T> | undefined {
    return this.#documents.get(`${kind}/${id}`) as Document<T> | undefined
  }

  add(event: JournalEvent): void {
    for (const document of this.#projector.fold(event, this).documents)
      this.#documents.set(`${document.kind}/${document.id}`, document)
  }
}
