import type { JsonObject } from '../canonical-json.ts'
import { own, remembering } from '../sets.ts'
import type { EventType } from './catalogue.ts'

/**
 * The name under which an event is stored: its type and the version of its payload, `outcome-recorded.v1`.
 *
 * In memory (`JournalEvent`, drafts, folds, `EventType`, `PayloadOf`) a type has no version: an event is lifted to its newest version once, where
 * it is read, and written in its newest. The stored name stays in everything that outlives the process or leaves it: the journal and its hashes,
 * archives, exports, the hooks' spool, the keys of documents, messages that point at the reference, and what `feed`, `news` and `timeline` take and
 * answer, for they are the same over HTTP. A name in a filter means the event in all its versions.
 */
export type StoredName<T extends string = string> = `${T}.v${number}`

type Lift = (payload: JsonObject) => JsonObject
type Lifts = { readonly [type: string]: readonly Lift[] }

/** The steps from each version of a payload to the next, the first from version 1 to 2. An event that is not named here is at version 1. */
const LIFTS: Lifts = {
  'deliberation-recorded': [(deliberation) => deliberation],
  'pattern-injected': [(receipt) => receipt],
  'verdict-recorded': [(verdict) => ({ actions: [], ...verdict }), (verdict) => verdict],
} satisfies { [T in EventType]?: readonly Lift[] }

/** The name under which a type is stored: in its newest version, unless another is given. A type that still has its version keeps it. */
export function storedName<T extends string>(type: T, version = newest(type)): StoredName<T> {
  return partsOf(type) === undefined ? `${type}.v${version}` : (type as StoredName<T>)
}

/** Every name under which an event may be stored, given its type or one of those names. */
export function storedNames(name: string): StoredName[] {
  const type = typeOf(name)
  return Array.from({ length: newest(type) }, (_, index) => storedName(type, index + 1))
}

/** The type of a stored event. A version of a later release keeps its stored name, so that nothing here mistakes it for a known one. */
export function typeOf(stored: string, lifts?: Lifts): string {
  const parts = partsOf(stored)
  return parts === undefined || parts.version > newest(parts.type, lifts) ? stored : parts.type
}

/** Brings a stored payload to the newest version of its event. */
export function lift(stored: string, payload: JsonObject, lifts = LIFTS) {
  const type = typeOf(stored, lifts)
  const steps = own(lifts, type)?.slice(partsOf(stored)!.version - 1) ?? []
  return { type, payload: steps.reduce((lifted, step) => step(lifted), payload) }
}

function newest(type: string, lifts = LIFTS): number {
  return 1 + (own(lifts, type)?.length ?? 0)
}

const partsOf = remembering((name: string): { type: string; version: number } | undefined => {
  const [, type, version] = /^(.+)\.v([1-9]\d*)$/.exec(name) ?? []
  return type === undefined ? undefined : { type, version: Number(version) }
})
