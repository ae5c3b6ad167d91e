import type { Document, DocumentKey, Projector } from '../../domain/document.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/read-event.ts'
import { WordIndex } from '../../engine/search/word-index.ts'
import { DocumentDesk, documentBytes, foldBatch, type Link } from '../fold-batch.ts'
import type { SearchHit } from '../port.ts'

/** What a fold makes; a rebuild makes a second one and then takes it in place of the first. */
export class Folds {
  readonly documents = new Map<string, Map<string, Document>>()
  readonly subjects = new Map<string, number[]>()
  /** The words of the kinds that were searched. */
  readonly #words = new Map<string, WordIndex>()

  /** A second set with the same content; documents are never changed in place. */
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
    return hits.map(({ id, score, alike }) => ({ document: documents.get(id)!, score, alike }))
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
    const desk = new DocumentDesk(async (keys) => this.find(keys))
    const read = events.flatMap((event) => readEvent(event) ?? [])
    const links = await foldBatch(read, projector, desk)
    const changed = desk.takeChanged().map(({ document }) => document)
    // Databases keep the canonical bytes of a body, and so refuse one that has none.
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
