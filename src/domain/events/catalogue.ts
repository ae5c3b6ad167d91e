import type * as z from 'zod'
import { journalEvents } from './journal.ts'
import { learningEvents } from './learning.ts'
import { outcomeEvents } from './outcome.ts'
import { patternEvents } from './pattern.ts'
import { policyEvents } from './policy.ts'
import { sessionEvents } from './session.ts'
import { type StoredName, storedNames } from './stored-name.ts'

/** Every fact that the journal can hold. A released version is never edited: a new one is added, and `stored-name.ts` lifts the old. */
export const EVENTS = {
  ...sessionEvents,
  ...learningEvents,
  ...patternEvents,
  ...outcomeEvents,
  ...policyEvents,
  ...journalEvents,
} as const

export type EventType = keyof typeof EVENTS
export type PayloadOf<T extends EventType> = z.output<(typeof EVENTS)[T]['payload']>

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]

export const STORED_NAMES = EVENT_TYPES.flatMap((type) => storedNames(type) as StoredName<EventType>[])
