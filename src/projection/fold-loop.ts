import type { Document, DocumentReader } from '../domain/document.ts'
import { storedName } from '../domain/events/stored-name.ts'
import { traitsOf } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import {
  type ChangedPatterns,
  type LoopRecord,
  loopDocument,
  loopRecord,
  timesRecorded,
} from './documents/documents.ts'

/** Before the first change. */
const NO_CHANGES: ChangedPatterns = { since: 0, last: [] }

/** Few, for the loop is written with every event. */
const MOST_TOLD = 24

/** What an event changed apart from the loop. */
interface Changed {
  readonly isNewRun: boolean
  readonly patterns: readonly string[] | 'all'
  readonly areBeliefs: boolean
}

/** Keeps the heartbeat of each part of the loop, and counts what failed. */
export function foldLoop(
  event: KnownEvent,
  read: DocumentReader,
  { isNewRun, patterns, areBeliefs }: Changed,
): Document {
  const loop = loopRecord(read)
  const { part } = traitsOf(event.type)
  return loopDocument({
    ...loop,
    events: loop.events + 1,
    byType: { ...loop.byType, [storedName(event.type, 1)]: timesRecorded(loop, event.type) + 1 },
    runs: loop.runs + (isNewRun ? 1 : 0),
    ...patternsAfter(loop, patterns, event.position),
    ...(areBeliefs ? { beliefsChangedAt: event.position } : {}),
    lastAt:
      part === undefined ? loop.lastAt : { ...loop.lastAt, [part]: Math.max(loop.lastAt[part] ?? 0, event.occurredAt) },
    ...failure(loop, event),
  })
}

/** If there are more changes than fit, the oldest are dropped; a reader who knows nothing newer reads all patterns again. */
function patternsAfter(
  { patternsChanged = NO_CHANGES }: LoopRecord,
  changed: readonly string[] | 'all',
  position: number,
): Partial<LoopRecord> {
  if (changed.length === 0) return {}
  const now = new Set(changed)
  if (changed === 'all' || now.size > MOST_TOLD)
    return { patternsChangedAt: position, patternsChanged: { since: position, last: [] } }
  const told = patternsChanged.last.filter(([pattern]) => !now.has(pattern))
  for (const pattern of now) told.push([pattern, position])
  const over = told.length - MOST_TOLD
  const { since } = patternsChanged
  return {
    patternsChangedAt: position,
    patternsChanged: over > 0 ? { since: told[over - 1]![1], last: told.slice(over) } : { since, last: told },
  }
}

function failure(loop: LoopRecord, event: KnownEvent): Partial<LoopRecord> {
  if (event.type !== 'loop-failed') return {}
  const { part, code, message } = event.payload
  return { failures: loop.failures + 1, lastFailure: { part, code, message, at: event.occurredAt } }
}
