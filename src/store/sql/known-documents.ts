import type { Document, DocumentKey } from '../../domain/document.ts'
import type { HeadRow } from './documents.ts'

/** More than a batch of events touches; callers that read long lists cache them themselves. */
const MOST_KNOWN = 1_024

/** Keys that were looked for, and the documents that were there. */
interface Read {
  readonly keys: readonly DocumentKey[]
  readonly found: readonly Document[]
}

/** What a writer read and wrote, and the head before and after it. */
export interface Change {
  readonly before: HeadRow
  readonly after: HeadRow
  readonly read: Read
  readonly documents: readonly Document[]
}

type Known = { readonly document: Document | undefined }

/** Documents that this process has just read or written. They hold while the head is the same: whoever changes a document moves the journal on or begins another generation. */
export class KnownDocuments {
  #moment = ''
  readonly #documents = new Map<string, Known>()

  holdsAt(head: HeadRow): boolean {
    return this.#moment === momentOf(head)
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

  read(head: HeadRow, { keys, found }: Read): void {
    if (!this.holdsAt(head)) this.#documents.clear()
    this.#moment = momentOf(head)
    if (keys.length <= MOST_KNOWN) this.#keep(keys, found)
  }

  /** What was known before a writer committed is still known after it, but for what it wrote. */
  written({ before, after, read, documents }: Change): void {
    if (!this.holdsAt(before) || read.keys.length + documents.length > MOST_KNOWN) this.#documents.clear()
    this.#moment = momentOf(after)
    if (read.keys.length + documents.length > MOST_KNOWN) return
    this.#keep(read.keys, read.found)
    this.#keep([], documents)
  }

  #keep(keys: readonly DocumentKey[], found: readonly Document[]): void {
    if (this.#documents.size + keys.length + found.length > MOST_KNOWN) this.#documents.clear()
    for (const key of keys) this.#documents.set(nameOf(key), NONE)
    for (const document of found) this.#documents.set(nameOf(document), { document })
  }
}

function momentOf({ journal, generation, folded, policyHash }: HeadRow): string {
  return `${journal} ${generation} ${folded} ${policyHash}`
}

const NONE: Known = { document: undefined }

/** No name holds a NUL. */
function nameOf({ kind, id }: DocumentKey): string {
  return `${kind}\0${id}`
}
