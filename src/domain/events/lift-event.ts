import { canonicalJson, type JsonObject } from '../canonical-json.ts'
import { digest } from '../digest.ts'
import type { JournalEvent, NewEvent, StoredEvent, UnchainedEvent } from '../event.ts'
import { lift, typeOf } from './stored-name.ts'

/** Parses and lifts a stored fact; undefined when it was erased or undone, for then nothing follows from it any more. */
export function readEvent(stored: UnchainedEvent): JournalEvent | undefined {
  if (stored.payload === null || stored.undone) return undefined
  return Object.assign({ ...stored }, lift(stored.type, JSON.parse(stored.payload) as JsonObject))
}

/** Whether a stored fact says the same as a new one, whatever their versions. If its payload is gone, an older version counts as the same. */
export function isSameFact(event: NewEvent, stored: StoredEvent): boolean {
  if (stored.type === event.type) return stored.payloadDigest === digest(event.payload)
  if (typeOf(stored.type) !== typeOf(event.type)) return false
  return (
    stored.payload === null || canonicalJson(lift(stored.type, JSON.parse(stored.payload)).payload) === event.payload
  )
}
