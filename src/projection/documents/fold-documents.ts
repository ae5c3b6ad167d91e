import { digest } from '../../domain/digest.ts'
import type { Document, DocumentKey, DocumentKind, DocumentReader, Folded } from '../../domain/document.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import type { Policy } from '../../engine/laws/policy.ts'

/** One family of read models: the documents that it reads before an event, and the documents that it makes of them. */
export interface Part {
  /** The events that concern it; it sees no others. */
  readonly types: readonly EventType[]
  /** Names everything that `fold` reads; called again as documents arrive, because some are only found through others. */
  needs(event: KnownEvent, read: DocumentReader, policy: Policy): readonly DocumentKey[]
  fold(event: KnownEvent, read: DocumentReader, policy: Policy): Folded
}

/** The result of an event that changes no document. */
export const NOTHING: Folded = { documents: [], subjects: [] }

/** The same for some types of events. An undefined result changes nothing. */
export interface Step<T extends EventType> {
  needs?(event: Extract<KnownEvent, { type: T }>, read: DocumentReader, policy: Policy): readonly DocumentKey[]
  fold(event: Extract<KnownEvent, { type: T }>, read: DocumentReader, policy: Policy): Folded | undefined
}

/** A part that lists its events once, each with its needs and its fold. */
export function partOf(steps: { readonly [T in EventType]?: Step<T> }): Part {
  const stepOf = ({ type }: KnownEvent) => steps[type] as Step<EventType>
  return partFor(Object.keys(steps) as EventType[], {
    needs: (event, read, policy) => stepOf(event).needs?.(event, read, policy) ?? [],
    fold: (event, read, policy) => stepOf(event).fold(event, read, policy),
  })
}

/** A part with one fold for all its types of events. */
export function partFor<T extends EventType>(types: readonly T[], { needs, fold }: Step<T>): Part {
  return {
    types,
    needs: (event, read, policy) => needs?.(event as never, read, policy) ?? [],
    fold: (event, read, policy) => fold(event as never, read, policy) ?? NOTHING,
  }
}

const PLAIN = /^[\w .,:()/+-]{1,200}$/

/** The id of a document with a name: the name itself, or a digest if a store could not keep it. */
export function nameId(name: string): string {
  return PLAIN.test(name) ? name : `name-${digest(name).slice(0, 32)}`
}

/** Documents while one event is folded in several steps: each step sees what the steps before it wrote. */
export class DraftDocuments implements DocumentReader {
  readonly #written: Document[] = []
  readonly #read: DocumentReader

  constructor(read: DocumentReader) {
    this.#read = read
  }

  get<T extends object>(kind: DocumentKind<T>, id: string): Document<T> | undefined {
    const at = this.#at(kind, id)
    return at === -1 ? this.#read.get(kind, id) : (this.#written[at] as Document<T>)
  }

  put(document: Document): void {
    const at = this.#at(document.kind, document.id)
    this.#written[at === -1 ? this.#written.length : at] = document
  }

  documents(): Document[] {
    return this.#written
  }

  /** Most events write a few documents, so looking through them is quicker than a table. */
  #at(kind: string, id: string): number {
    return this.#written.findLastIndex((one) => one.id === id && one.kind === kind)
  }
}
