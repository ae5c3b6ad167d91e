import type { JsonObject } from './canonical-json.ts'
import type { JournalEvent, StoredEvent } from './event.ts'
import type { EventType, PayloadOf } from './events/catalogue.ts'
import { upcast } from './upcast.ts'

/** Parses and lifts a stored fact; undefined when it was erased or undone, for then nothing follows from it any more. */
export function readEvent(stored: StoredEvent): JournalEvent | undefined {
  if (stored.payload === null || stored.undone) return undefined
  const { type, payload } = upcast(stored.type, JSON.parse(stored.payload) as JsonObject)
  return { ...stored, type, payload }
}

/** Narrows an event by its type. Payloads were checked at the door, so the type is all there is to ask. */
export function isOf<T extends EventType>(
  event: JournalEvent<unknown>,
  type: T,
): event is JournalEvent<PayloadOf<T>> & { type: T } {
  return event.type === type
}

/** The event as one of a known type, for a `switch` over `event.type`. */
export type KnownEvent = { [T in EventType]: JournalEvent<PayloadOf<T>> & { readonly type: T } }[EventType]
