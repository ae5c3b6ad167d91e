import type { Document, DocumentKey } from '../../domain/document.ts'
import type { HeadRow } from './documents.ts'
import type { States } from './driver.ts'

/** More than one event touches; callers that read long lists cache them themselves. */
const MOST_KNOWN = 256

export interface Change {
  readonly moment: States
  readonly head: HeadRow
  readonly documents: readonly Document[]
}

type Known = { readonly document: Document | undefined }

/** Documents that this process has just read or written, valid until somebody else writes. Reading them again takes longer than asking `data_version` of SQLite; PostgreSQL has no such number, so it reads. */
export class KnownDocuments {
  #moment: string | undefined
  #head: HeadRow | undefined
  #documents = new Map<string, Known>()

  /** Whether what is known still holds; undefined is the moment of a database that cannot tell. */
  holdsAt(moment: string | undefined): boolean {
    return moment !== undefined && moment === this.#moment
  }

  get head(): HeadRow | undefined {
    return this.#head
  }

  /** Documents by their keys, and the moment at which they were so; undefined where not all is known of them. */
  last(keys: readonly DocumentKey[]): { readonly moment: string; readonly documents: Document<never>[] } | undefined {
    if (this.#moment === undefined || this.unknown(keys).length > 0) return undefined
    return { moment: this.#moment, documents: this.find(keys) }
  }

  /** Those of the documents that are known to be there, in the order of their keys. */
  find(keys: readonly DocumentKey[]): Document<never>[] {
    const found: Document<never>[] = []
    for (const key of keys) {
      const document = this.#documents.get(nameOf(key))?.document
      if (document !== undefined) found.push(document as Document<never>)
    }
    return found
  }

  /** Keys of which it is not known whether there is a document. */
  unknown(keys: readonly DocumentKey[]): DocumentKey[] {
    return keys.filter((key) => !this.#documents.has(nameOf(key)))
  }

  /** Takes what was read at a moment: of these keys the documents that are there. */
  read(moment: string | undefined, keys: readonly DocumentKey[], found: readonly Document[]): void {
    if (moment === undefined || keys.length > MOST_KNOWN) return
    if (moment !== this.#moment) this.#begin(moment)
    this.#makeRoom(keys.length)
    for (const key of keys) this.#documents.set(nameOf(key), NONE)
    for (const document of found) this.#documents.set(nameOf(document), { document })
  }

  /** What was known before a writer committed is still known after it, but for what it wrote. */
  written({ moment, head, documents }: Change): void {
    if (moment.before !== this.#moment) this.#begin(moment.after)
    this.#moment = moment.after
    this.#head = head
    this.#makeRoom(documents.length)
    for (const document of documents.slice(0, MOST_KNOWN)) this.#documents.set(nameOf(document), { document })
  }

  #begin(moment: string): void {
    this.#moment = moment
    this.#head = undefined
    this.#documents.clear()
  }

  #makeRoom(more: number): void {
    if (this.#documents.size + more > MOST_KNOWN) this.#documents.clear()
  }
}

const NONE: Known = { document: undefined }

/** No name holds a NUL. */
function nameOf({ kind, id }: DocumentKey): string {
  return `${kind}\0${id}`
}
