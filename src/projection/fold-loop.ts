import { type Document, type DocumentReader, makeDocument } from '../domain/document.ts'
import { storedName } from '../domain/events/stored-name.ts'
import { traitsOf } from '../domain/events/traits.ts'
import type { EventOf, KnownEvent } from '../domain/read-event.ts'
import { type ChangedPatterns, EMPTY_LOOP, LOOP, type LoopRecord, timesRecorded } from './documents/documents.ts'

/** Before the first change. */
const NO_CHANGES: ChangedPatterns = { since: 0, last: [] }

/** Few, because this document is written with every event. */
const MOST_TOLD = 24

/** The changes of an event apart from the loop. */
interface Changed {
  readonly isNewRun: boolean
  readonly patterns: readonly string[] | 'all'
  readonly areBeliefs: boolean
}

/** Keeps the last sign of life of each part of the loop, and counts failures. */
export function foldLoop(
  event: KnownEvent,
  read: DocumentReader,
  { isNewRun, patterns, areBeliefs }: Changed,
): Document {
  const [loop, { part }] = [read.get(LOOP, LOOP)?.body ?? EMPTY_LOOP, traitsOf(event.type)]
  // The engine copies an object that is spread alone in one go, and this is done for every event.
  const [byType, lastAt] = [{ ...loop.byType }, { ...loop.lastAt }]
  byType[storedName(event.type, 1)] = timesRecorded(loop, event.type) + 1
  if (part !== undefined) lastAt[part] = Math.max(loop.lastAt[part] ?? 0, event.occurredAt)
  return makeDocument(LOOP, LOOP, {
    beliefsChangedAt: areBeliefs ? event.position : loop.beliefsChangedAt,
    byType,
    events: loop.events + 1,
    failures: loop.failures + (event.type === 'loop-failed' ? 1 : 0),
    lastAt,
    lastFailure: event.type === 'loop-failed' ? failureOf(event) : loop.lastFailure,
    patternsChanged: patternsAfter(loop, patterns, event.position),
    patternsChangedAt: patterns.length === 0 ? loop.patternsChangedAt : event.position,
    runs: loop.runs + (isNewRun ? 1 : 0),
  })
}

/** If there are too many changes, the oldest are dropped; a reader whose patterns are older reads all of them again. */
function patternsAfter(
  { patternsChanged: before }: LoopRecord,
  changed: readonly string[] | 'all',
  position: number,
): ChangedPatterns | undefined {
  if (changed.length === 0) return before
  const now = new Set(changed)
  if (changed === 'all' || now.size > MOST_TOLD) return { since: position, last: [] }
  const { since, last } = before ?? NO_CHANGES
  const told = last.filter(([pattern]) => !now.has(pattern))
  for (const pattern of now) told.push([pattern, position])
  const over = told.length - MOST_TOLD
  return over > 0 ? { since: told[over - 1]![1], last: told.slice(over) } : { since, last: told }
}

function failureOf({ payload: { part, code, message }, occurredAt: at }: EventOf<'loop-failed'>) {
  return { part, code, message, at }
}
