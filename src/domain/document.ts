import type { JournalEvent } from './event.ts'

declare const BODY: unique symbol

/** The name of a kind of documents, which knows the shape of their bodies. */
export type DocumentKind<T extends object = object> = string & { readonly [BODY]?: T }

/** Declares a kind of document once: its name, and the type of its body. Bodies are not validated when read, because only our own projection writes them. */
export function defineDocument<T extends object>(kind: string): DocumentKind<T> {
  return kind
}

export type BodyOf<K extends DocumentKey> = K extends DocumentKey<infer T> ? T : never

/** Names one read model within a project. */
export interface DocumentKey<T extends object = object> {
  readonly kind: DocumentKind<T>
  readonly id: string
}

/** A read model: what the journal says about one thing. It can be thrown away and folded again at any time. `state` and `rank` are what stores list and sort by; `text` is what they search. */
export interface Document<T extends object = object> extends DocumentKey<T> {
  readonly state: string
  readonly rank: number
  readonly text: string
  readonly body: T
}

/** Documents as they stand before an event is folded. */
export interface DocumentReader {
  get<T extends object>(kind: DocumentKind<T>, id: string): Document<T> | undefined
}

/** A document of a kind. Leave out what stores need not list, sort or search it by. */
export function makeDocument<T extends object>(
  kind: DocumentKind<T>,
  id: string,
  body: T,
  { state = '', rank = 0, text = '' }: { state?: string; rank?: number; text?: string } = {},
): Document<T> {
  return { kind, id, state, rank, text, body }
}

/** The consequences of one event: the documents that changed, and the things it is about. */
export interface Folded {
  readonly documents: readonly Document[]
  readonly subjects: readonly string[]
}

/** The pure function from events to documents; stores call it inside the transaction that appends. `needs` names what `fold` will read, and is called until it names nothing new. */
export interface Projector {
  readonly policyHash: string
  needs(event: JournalEvent, read: DocumentReader): readonly DocumentKey[]
  fold(event: JournalEvent, read: DocumentReader): Folded
}
