import { GENESIS, type NewEvent, place, type StoredEvent } from '../domain/event.ts'
import { isSameFact } from '../domain/events/lift-event.ts'
import type { Scope } from '../domain/scope.ts'
import { idConflict, keyConflict, VersionConflict } from './conflict.ts'
import type { Appended } from './port.ts'
import { checkFact } from './storable.ts'

/** The end of a stream, after which its next event goes. */
export interface StreamEnd {
  readonly version: number
  readonly hash: string
}

/** The state of the journal before a batch: the last position, the known keys among the batch's, and the ends of the streams. */
export interface JournalEnd {
  readonly position: number
  readonly byKey: ReadonlyMap<string, StoredEvent>
  readonly streams: ReadonlyMap<string, StreamEnd>
}

/** Refuses a batch if any fact cannot be stored; stores call it before they look anything up. */
export function checkAll(events: readonly NewEvent[]): void {
  for (const event of events) checkFact(event)
}

/** Gives each new fact its position, its version and its link in the chain; known facts stay as they are. */
export function placeAll(events: readonly NewEvent[], scope: Scope, end: JournalEnd): Appended[] {
  const byKey = new Map<string, StoredEvent>()
  const streams = new Map<string, StreamEnd>()
  const ids = new Set<string>()
  let position = end.position
  return events.map((event) => {
    const existing = byKey.get(event.key) ?? end.byKey.get(event.key)
    if (existing !== undefined) return duplicateOf(event, existing)
    const stored = next(event, scope, streams.get(event.stream) ?? end.streams.get(event.stream), ++position)
    if (ids.has(stored.id)) throw idConflict(stored.id)
    ids.add(stored.id)
    byKey.set(stored.key, stored)
    streams.set(stored.stream, stored)
    return { event: stored, duplicate: false }
  })
}

function duplicateOf(event: NewEvent, existing: StoredEvent): Appended {
  if (!isSameFact(event, existing)) throw keyConflict(event, existing)
  return { event: existing, duplicate: true }
}

function next(event: NewEvent, scope: Scope, streamEnd: StreamEnd | undefined, position: number) {
  const version = streamEnd?.version ?? 0
  if (event.expectedVersion !== undefined && event.expectedVersion !== version)
    throw new VersionConflict(event.stream, event.expectedVersion, version)
  return place(event, scope, { position, version: version + 1, previousHash: streamEnd?.hash ?? GENESIS })
}

/** Runs tasks one after another, in the order in which they were given, whether or not an earlier one failed. */
export function inOrder(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task, task)
    last = result.catch(() => undefined)
    return result
  }
}
