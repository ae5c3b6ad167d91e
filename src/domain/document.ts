import type { JournalEvent } from './event.ts'

/** Names one read model within a project. */
export interface DocumentKey {
  readonly kind: string
  readonly id: string
}

/**
 * A read model: what the journal says about one thing. It can be thrown away and folded again at any time.
 * `state` and `rank` are what stores list and sort by; `text` is what they search.
 */
export interface Document extends DocumentKey {
  readonly state: string
  readonly rank: number
  readonly text: string
  readonly body: object
}

/** Documents as they stand before an event is folded. */
export interface DocumentReader {
  get(kind: string, id: string): Document | undefined
}

/** What follows from one event: the documents that are now different, and the things it is about. */
export interface Folded {
  readonly documents: readonly Document[]
  readonly subjects: readonly string[]
}

/**
 * The pure function from events to documents. Stores call it inside the transaction that appends, and know nothing of it.
 *
 * `needs` names the documents that `fold` will read; it is asked again as they arrive, until it names none that is new.
 * The policy's hash tells documents that were folded under another policy.
 */
export interface Projector {
  readonly policyHash: string
  needs(event: JournalEvent, read: DocumentReader): readonly DocumentKey[]
  fold(event: JournalEvent, read: DocumentReader): Folded
}
