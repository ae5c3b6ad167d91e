import fc from 'fast-check'
import { canonicalJson, type JsonObject } from '../../src/domain/canonical-json.ts'
import type { JournalEvent, NewEvent, Provenance } from '../../src/domain/event.ts'
import { EVENT_TYPES, EVENTS, type EventType } from '../../src/domain/events/catalogue.ts'
import { storedName } from '../../src/domain/events/stored-name.ts'
import type { KnownEvent } from '../../src/domain/read-event.ts'
import { fromSchema } from './from-schema.ts'

const DAY_MS = 86_400_000

/** The time at which the worlds of the tests begin. */
export const DAY_ZERO = Date.UTC(2026, 0, 1)

export const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 86_399 }))
  .map(([day, second]) => DAY_ZERO + day * DAY_MS + second * 1_000)

const anyTrust = fc.constantFrom<Provenance['trust']>('internal', 'internal', 'external', 'quarantined')

/** An event of a type with any payload that its schema accepts. */
export function anyEventOf(type: EventType): fc.Arbitrary<KnownEvent> {
  return envelope(type, fromSchema(EVENTS[type].payload) as fc.Arbitrary<JsonObject>)
}

/** An event of any type that the catalogue has. */
export const anyKnownEvent = fc.constantFrom(...EVENT_TYPES).chain(anyEventOf)

/** An event of a newer release: nothing is known about its payload. */
export const anyUnknownEvent = fc
  .tuple(fc.constantFrom('pattern-blessed.v1', 'pattern-sighted.v9', 'constructor', '__proto__'), fc.object())
  .chain(([type, payload]) =>
    envelope(type, fc.constant(JSON.parse(JSON.stringify({ ...payload, pattern: 'p1' })) as JsonObject)),
  )

/** Any event of any release. */
export const anyEvent = fc.oneof({ weight: 9, arbitrary: anyKnownEvent }, anyUnknownEvent)

/** The events that say most about patterns, runs and tasks, so that histories are not mostly about nothing. */
export const anyTellingEvent = fc
  .constantFrom<EventType>(
    'pattern-sighted',
    'pattern-sighted',
    'pattern-injected',
    'pattern-acknowledged',
    'citation-verified',
    'pattern-observed',
    'outcome-recorded',
    'verdict-recorded',
    'run-merged',
    'run-reverted',
    'run-reworked',
    'review-recorded',
    'pattern-ignored',
    'pattern-reinforced',
    'feedback-given',
    'plan-recorded',
    'learning-captured',
    'learning-classified',
    'approval-answered',
    'overlay-loosened',
    'failure-acknowledged',
    'error-recorded',
    'error-resolved',
    'strike-added',
    'strike-cleared',
    'pattern-pulled',
    'pattern-pulled',
    'pattern-pushed',
  )
  .chain(anyEventOf)

/** Many events in some order, each with a place in the journal. */
export const anyHistory = fc
  .array(fc.oneof({ weight: 4, arbitrary: anyTellingEvent }, { weight: 1, arbitrary: anyEvent }), {
    maxLength: 30,
  })
  .map(numbered)

/** Gives events positions and ids in the order in which they are listed. */
export function numbered<E extends JournalEvent<unknown>>(events: readonly E[]): E[] {
  return events.map((event, i) => ({ ...event, position: i + 1, id: `e${i + 1}`, key: `k${i + 1}` }))
}

/** The fact as it is appended. */
export function asNew(event: JournalEvent<unknown>): NewEvent {
  const { id, key, type, stream, occurredAt, recordedAt, run, origin, provenance } = event
  const envelope = { id, key, type: storedName(type), stream, occurredAt, recordedAt, origin, provenance }
  return { ...envelope, ...(run === undefined ? {} : { run }), payload: canonicalJson(event.payload) }
}

function envelope(type: string, payload: fc.Arbitrary<JsonObject>): fc.Arbitrary<KnownEvent> {
  const facts = { payload, at: anyTime, run: fc.constantFrom('r1', 'r1', 'r2', undefined), trust: anyTrust }
  return fc.record(facts).map(
    ({ payload, at, run, trust }) =>
      ({
        organisation: 'local',
        project: 'world',
        position: 1,
        version: 1,
        id: 'e1',
        key: 'k1',
        type,
        stream: run === undefined ? 'journal' : `run/${run}`,
        occurredAt: at,
        recordedAt: at,
        ...(run === undefined ? {} : { run }),
        origin: { surface: 'library' },
        provenance: { source: 'agent', trust },
        payload,
        payloadDigest: '',
        previousHash: '',
        hash: '',
      }) as unknown as KnownEvent,
  )
}
