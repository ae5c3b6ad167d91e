import type { Document, DocumentReader } from '../domain/document.ts'
import { own } from '../domain/own.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type LoopRecord, loopDocument, loopRecord } from './documents.ts'

/** Which part of the loop an event is a sign of life of. */
const PART_OF: { readonly [type: string]: string } = {
  'learning-captured.v1': 'capture',
  'deliberation-recorded.v1': 'capture',
  'learning-classified.v1': 'learn',
  'pattern-sighted.v1': 'learn',
  'pattern-injected.v1': 'inject',
  'outcome-recorded.v1': 'judge',
  'verdict-recorded.v1': 'correct',
  'pattern-pushed.v1': 'share',
  'pattern-pulled.v1': 'share',
}

/** Keeps the heartbeat of each part of the loop, and counts what failed. */
export function foldLoop(
  event: KnownEvent,
  read: DocumentReader,
  { isNewRun, changesPatterns }: { isNewRun: boolean; changesPatterns: boolean },
): Document {
  const loop = loopRecord(read)
  const part = own(PART_OF, event.type)
  return loopDocument({
    ...loop,
    events: loop.events + 1,
    byType: { ...loop.byType, [event.type]: (own(loop.byType, event.type) ?? 0) + 1 },
    runs: loop.runs + (isNewRun ? 1 : 0),
    patternsChangedAt: changesPatterns ? event.position : loop.patternsChangedAt,
    lastAt:
      part === undefined
        ? loop.lastAt
        : { ...loop.lastAt, [part]: Math.max(loop.lastAt[part] ?? 0, event.occurredAt) },
    ...failure(loop, event),
  })
}

function failure(loop: LoopRecord, event: KnownEvent): Partial<LoopRecord> {
  if (event.type !== 'loop-failed.v1') return {}
  const { part, code, message } = event.payload
  return { failures: loop.failures + 1, lastFailure: { part, code, message, at: event.occurredAt } }
}
