import type { JsonObject } from './canonical-json.ts'

/** Lifts one version of a payload to the next. */
export interface Lift {
  readonly to: string
  readonly payload: (payload: JsonObject) => JsonObject
}

/** The lifts that this release knows, by the type they start from. Every event is still at its first version. */
export const LIFTS: Readonly<Record<string, Lift>> = {}

/** Brings a stored payload to the newest version of its type; a type that nobody lifts comes back as it is. */
export function upcast(
  type: string,
  payload: JsonObject,
  lifts: Readonly<Record<string, Lift>> = LIFTS,
): { type: string; payload: JsonObject } {
  let current = { type, payload }
  while (Object.hasOwn(lifts, current.type)) {
    const lift = lifts[current.type]!
    current = { type: lift.to, payload: lift.payload(current.payload) }
  }
  return current
}
