import type { DocumentKey, DocumentReader, Folded } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { Policy } from '../engine/laws/policy.ts'

/** One family of read models: which documents it must see before an event, and what it makes of them. */
export interface Part {
  /** Names all that `fold` reads; asked again as documents arrive, for some are only found by way of others. */
  needs(event: KnownEvent, read: DocumentReader, policy: Policy): readonly DocumentKey[]
  fold(event: KnownEvent, read: DocumentReader, policy: Policy): Folded
}
