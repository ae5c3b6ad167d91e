import type { Document, DocumentKind, DocumentReader } from '../domain/document.ts'

/** Documents while one event is folded in several steps: each step sees what the steps before it wrote. */
export class DraftDocuments implements DocumentReader {
  readonly #written = new Map<string, Document>()
  readonly #read: DocumentReader

  constructor(read: DocumentReader) {
    this.#read = read
  }

  get<T extends object>(kind: DocumentKind<T>, id: string): Document<T> | undefined {
    return (this.#written.get(`${kind} ${id}`) as Document<T> | undefined) ?? this.#read.get(kind, id)
  }

  put(document: Document): void {
    this.#written.set(`${document.kind} ${document.id}`, document)
  }

  documents(): Document[] {
    return [...this.#written.values()]
  }
}
