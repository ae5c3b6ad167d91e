import type { JournalEvent } from './event.ts'
import type { EventType, PayloadOf } from './events/catalogue.ts'

export type EventOf<T extends EventType> = JournalEvent<PayloadOf<T>> & { readonly type: T }

/** Handlers of events by type, so that the types that are read are listed once, with what is made of each. */
export type ByType<Result, More extends unknown[] = []> = {
  readonly [T in EventType]?: (event: EventOf<T>, ...more: More) => Result
}

/** Calls the handler of an event's type; undefined if there is none. */
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
