import { canonicalJson, type JsonObject } from './canonical-json.ts'
import { digest } from './digest.ts'
import type { JournalEvent, NewEvent, StoredEvent } from './event.ts'
import type { EventType, PayloadOf } from './events/catalogue.ts'
import { lift, typeOf } from './events/stored-name.ts'

/** Parses and lifts a stored fact; undefined when it was erased or undone, for then nothing follows from it any more. */
export function readEvent(stored: StoredEvent): JournalEvent | undefined {
  if (stored.payload === null || stored.undone) return undefined
  return { ...stored, ...lift(stored.type, JSON.parse(stored.payload) as JsonObject) }
}

/** Whether a stored fact says the same as a new one, whatever their versions. Of one whose payload is gone, only the type can tell. */
export function isSameFact(event: NewEvent, stored: StoredEvent): boolean {
  if (stored.type === event.type) return stored.payloadDigest === digest(event.payload)
  if (typeOf(stored.type) !== typeOf(event.type)) return false
  return (
    stored.payload === null ||
    canonicalJson(lift(stored.type, JSON.parse(stored.payload)).payload) === event.payload
  )
}

export type EventOf<T extends EventType> = JournalEvent<PayloadOf<T>> & { readonly type: T }

/** What to make of events, by their type, so that what is read and what is made of it are listed once. */
export type ByType<Result, More extends unknown[] = []> = {
  readonly [T in EventType]?: (event: EventOf<T>, ...more: More) => Result
}

/** What a table makes of an event; undefined where it does not name its type. */
export function byType<Result, More extends unknown[]>(
  table: ByType<Result, More>,
  event: KnownEvent,
  ...more: More
): Result | undefined {
  return Object.hasOwn(table, event.type) ? table[event.type]!(event as never, ...more) : undefined
}

export function typesIn(table: ByType<unknown, never[]>): EventType[] {
  return Object.keys(table) as EventType[]
}

/** The event as one of a known type, for a `switch` over `event.type`. */
export type KnownEvent = { [T in EventType]: EventOf<T> }[EventType]
