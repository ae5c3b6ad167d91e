import type { DocumentReader } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { ALIAS, aliasDocument, aliasId, PATTERN, patternRecord } from './documents/documents.ts'
import type { Part } from './part.ts'

/**
 * Which pattern a wording means: the one that was seen under it, or that a person gave it. A person's wording means its
 * pattern whichever way it is read, as what to do or as what to avoid. What comes from the organisation takes no wording away.
 */
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
  if (event.type === 'pattern-sighted')
    return [{ id: aliasId(event.payload), pattern: event.payload.pattern }]
  if (event.type === 'pattern-pulled')
    return event.payload.joined.method === 'new'
      ? [{ id: aliasId(event.payload), pattern: event.payload.pattern }]
      : []
  if (event.type !== 'pattern-edited') return []
  const { pattern, textHash } = event.payload
  const role = patternRecord(read, pattern)?.pattern.role
  if (textHash === undefined || role === undefined) return []
  return (['do', 'avoid'] as const).map((polarity) => ({
    id: aliasId({ role, polarity, textHash }),
    pattern,
  }))
}
