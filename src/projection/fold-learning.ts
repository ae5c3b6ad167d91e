import type { Document, DocumentReader } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { LEARNING, learningDocument } from './documents/documents.ts'
import type { Part } from './part.ts'

export const learnings: Part = {
  needs: (event) =>
    event.type === 'learning-captured' || event.type === 'learning-classified'
      ? [{ kind: LEARNING, id: event.payload.learning }]
      : [],
  fold(event, read) {
    const document = foldLearning(event, read)
    return { documents: document === undefined ? [] : [document], subjects: [] }
  },
}

/** Follows a learning from its capture to its acceptance or refusal. */
function foldLearning(event: KnownEvent, read: DocumentReader): Document | undefined {
  if (event.type === 'learning-captured') {
    return learningDocument({
      event: event.id,
      run: event.run,
      capturedAt: event.occurredAt,
      provenance: event.provenance,
      learning: event.payload,
      status: 'pending',
    })
  }
  if (event.type !== 'learning-classified') return undefined
  const record = read.get(LEARNING, event.payload.learning)?.body
  if (record === undefined) return undefined
  return learningDocument({ ...record, status: event.payload.status, reason: event.payload.reason })
}
