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
  #moment: HeadRow | undefined
  readonly #documents = new Map<string, Known>()

  holdsAt(head: HeadRow): boolean {
    const { journal, generation, folded, policyHash } = this.#moment ?? NOWHERE
    return (
      folded === head.folded &&
      generation === head.generation &&
      policyHash === head.policyHash &&
      journal === head.journal
    )
  }

  /** Undefined while it is not known whether the document is there. */
  get(key: DocumentKey): Known | undefined {
    return this.#documents.get(nameOf(key))
  }

  /** Those of the documents that are known to be there, in the order of their keys. */
  find(keys: readonly DocumentKey[]): Document<never>[] {
    return keys.flatMap((key) => (this.get(key)?.document as Document<never>) ?? [])
  }

  /** Keys of which it is not known whether there is a document. */
  unknown(keys: readonly DocumentKey[]): DocumentKey[] {
    return keys.filter((key) => !this.#documents.has(nameOf(key)))
  }

  read(head: HeadRow, { keys, found }: Read): void {
    if (!this.holdsAt(head)) this.#documents.clear()
    this.#moment = head
    if (keys.length <= MOST_KNOWN) this.#keep(keys, found)
  }

  /** What was known before a writer committed is still known after it, but for what it wrote. */
  written({ before, after, read, documents }: Change): void {
    if (!this.holdsAt(before) || read.keys.length + documents.length > MOST_KNOWN) this.#documents.clear()
    this.#moment = after
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

const NOWHERE = { journal: '', generation: 0, folded: 0, policyHash: '' }
const NONE: Known = { document: undefined }

/** No name holds a NUL. */
function nameOf({ kind, id }: DocumentKey): string {
  return `${kind}\0${id}`
}
