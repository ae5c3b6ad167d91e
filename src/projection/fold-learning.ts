import type { Document, DocumentReader } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { LEARNING, type LearningRecord, learningDocument } from './documents.ts'

/** Follows a learning from its capture to its acceptance or refusal. */
export function foldLearning(event: KnownEvent, read: DocumentReader): Document | undefined {
  if (event.type === 'learning-captured.v1') {
    return learningDocument({
      event: event.id,
      ...(event.run === undefined ? {} : { run: event.run }),
      capturedAt: event.occurredAt,
      provenance: event.provenance,
      learning: event.payload,
      status: 'pending',
    })
  }
  if (event.type !== 'learning-classified.v1') return undefined
  const record = read.get(LEARNING, event.payload.learning)?.body as LearningRecord | undefined
  if (record === undefined) return undefined
  return learningDocument({ ...record, status: event.payload.status, reason: event.payload.reason })
}
