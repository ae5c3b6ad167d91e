import { digest } from '../domain/digest.ts'
import { type Document, type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import {
  ALIAS,
  aliasDocument,
  aliasId,
  LEARNING,
  learningDocument,
  PATTERN,
  patternRecord,
} from './documents/documents.ts'
import type { Part } from './documents/fold-documents.ts'

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

/** Which pattern of a role a trigger, the short name of a situation, belongs to. */
export const TRIGGER = defineDocument<{ readonly pattern: string }>('trigger')

export function triggerId({ role, trigger }: { role: string; trigger: string }): string {
  return digest(`${role.toLowerCase()}\n${trigger.trim()}`).slice(0, 32)
}

/** The first pattern under a trigger keeps it. An empty trigger names nothing. */
export const triggers: Part = {
  needs: (event) =>
    event.type === 'pattern-sighted' && event.payload.trigger
      ? [{ kind: TRIGGER, id: triggerId({ role: event.payload.role, trigger: event.payload.trigger }) }]
      : [],
  fold(event, read) {
    if (event.type !== 'pattern-sighted' || !event.payload.trigger?.trim()) return { documents: [], subjects: [] }
    const { pattern, role, trigger } = event.payload
    const id = triggerId({ role, trigger })
    if (read.get(TRIGGER, id) !== undefined) return { documents: [], subjects: [] }
    const body = { pattern }
    return { documents: [makeDocument(TRIGGER, id, body)], subjects: [] }
  },
}

/** Two patterns that contradict each other. */
export const CONFLICT = defineDocument<{ readonly patterns: readonly [string, string] }>('conflict')

export const conflicts: Part = {
  needs: () => [],
  fold(event) {
    if (event.type !== 'pattern-contradicted') return { documents: [], subjects: [] }
    const { pattern, by } = event.payload
    const [first, second] = pattern < by ? [pattern, by] : [by, pattern]
    const id = digest(`${first}\n${second}`).slice(0, 32)
    return { documents: [makeDocument(CONFLICT, id, { patterns: [first, second] })], subjects: [] }
  },
}

/** Which pattern a wording means: the one that was seen under it, or that a person gave it. A person's wording means its pattern in either polarity. The organisation takes no wording away. */
export const wordings: Part = {
  needs: (event, read) =>
    event.type === 'pattern-edited' && event.payload.textHash !== undefined
      ? [{ kind: PATTERN, id: event.payload.pattern }, ...aliasesOf(event, read).map(keyOf)]
      : aliasesOf(event, read).map(keyOf),
  fold: (event, read) => ({
    documents: aliasesOf(event, read)
      .filter(({ id }) => event.type !== 'pattern-pulled' || read.get(ALIAS, id) === undefined)
      .map(({ id, pattern }) => aliasDocument(id, pattern)),
    subjects: [],
  }),
}

function keyOf({ id }: { readonly id: string }) {
  return { kind: ALIAS, id }
}

function aliasesOf(event: KnownEvent, read: DocumentReader): { id: string; pattern: string }[] {
  if (event.type === 'pattern-sighted') return [{ id: aliasId(event.payload), pattern: event.payload.pattern }]
  if (event.type === 'pattern-pulled')
    return event.payload.joined.method === 'new' ? [{ id: aliasId(event.payload), pattern: event.payload.pattern }] : []
  if (event.type !== 'pattern-edited') return []
  const { pattern, textHash } = event.payload
  const role = patternRecord(read, pattern)?.pattern.role
  if (textHash === undefined || role === undefined) return []
  return (['do', 'avoid'] as const).map((polarity) => ({ id: aliasId({ role, polarity, textHash }), pattern }))
}
