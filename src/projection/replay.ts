import type { Document, DocumentReader, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'

/**
 * Folds facts one after the other beside the journal, to look at what followed from each. Given all facts about a thing, oldest first, it comes out where the
 * journal has it.
 */
export class Replay implements DocumentReader {
  readonly #documents = new Map<string, Document>()
  readonly #projector: Projector

  constructor(projector: Projector) {
    this.#projector = projector
  }

  get(kind: string, id: string): Document | undefined {
    return this.#documents.get(`${kind}/${id}`)
  }

  add(event: JournalEvent): void {
    for (const document of this.#projector.fold(event, this).documents)
      this.#documents.set(`${document.kind}/${document.id}`, document)
  }
}
