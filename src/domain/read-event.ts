import type { JournalEvent } from './event.ts'
import type { EventType, PayloadOf } from './events/catalogue.ts'

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
