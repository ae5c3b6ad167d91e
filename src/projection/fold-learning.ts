import { digest } from '../domain/digest.ts'
import { type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { withMembers } from '../domain/sets.ts'
import { ALIAS, aliasId, LEARNING, learningDocument, PATTERN } from './documents/documents.ts'
import { partFor, partOf } from './documents/fold-documents.ts'

/** Follows a learning from its capture to its acceptance or rejection. */
export const learnings = partOf({
  'learning-captured': {
    needs: ({ payload }) => [{ kind: LEARNING, id: payload.learning }],
    fold: ({ id: event, run, occurredAt: capturedAt, provenance, payload: learning }) => {
      const record = { capturedAt, event, learning, provenance, reason: undefined, run, status: 'pending' } as const
      return { documents: [learningDocument(record)], subjects: [] }
    },
  },
  'learning-classified': {
    needs: ({ payload }) => [{ kind: LEARNING, id: payload.learning }],
    fold({ payload: { learning, status, reason } }, read) {
      const record = read.get(LEARNING, learning)?.body
      return record && { documents: [learningDocument(withMembers(record, { status, reason }))], subjects: [] }
    },
  },
})

/** Maps a role's trigger, the short name of a situation, to a pattern. */
export const TRIGGER = defineDocument<{ readonly pattern: string }>('trigger')

export function triggerId({ role, trigger }: { role: string; trigger: string }): string {
  return digest(`${role.toLowerCase()}\n${trigger.trim()}`).slice(0, 32)
}

/** The first pattern with a trigger keeps it. An empty trigger does not count. */
export const triggers = partOf({
  'pattern-sighted': {
    needs: ({ payload: { role, trigger } }) => (trigger ? [{ kind: TRIGGER, id: triggerId({ role, trigger }) }] : []),
    fold({ payload: { pattern, role, trigger } }, read) {
      if (!trigger?.trim()) return undefined
      const id = triggerId({ role, trigger })
      const isTaken = read.get(TRIGGER, id) !== undefined
      return isTaken ? undefined : { documents: [makeDocument(TRIGGER, id, { pattern })], subjects: [] }
    },
  },
})

/** Two patterns that contradict each other. */
export const CONFLICT = defineDocument<{ readonly patterns: readonly [string, string] }>('conflict')

export const conflicts = partOf({
  'pattern-contradicted': {
    fold({ payload: { pattern, by } }) {
      const [first, second] = pattern < by ? [pattern, by] : [by, pattern]
      const id = digest(`${first}\n${second}`).slice(0, 32)
      return { documents: [makeDocument(CONFLICT, id, { patterns: [first, second] })], subjects: [] }
    },
  },
})

/** Maps a wording to its pattern: the one that was seen with it, or that a person gave it. A person's wording counts in either polarity. A pull from the organisation takes no wording away. */
export const wordings = partFor(['pattern-sighted', 'pattern-pulled', 'pattern-edited'], {
  needs: (event, read) =>
    event.type === 'pattern-edited' && event.payload.textHash !== undefined
      ? [{ kind: PATTERN, id: event.payload.pattern }, ...aliasesOf(event, read).map(keyOf)]
      : aliasesOf(event, read).map(keyOf),
  fold: (event, read) => ({
    documents: aliasesOf(event, read)
      .filter(({ id }) => event.type !== 'pattern-pulled' || read.get(ALIAS, id) === undefined)
      .map(({ id, pattern }) => makeDocument(ALIAS, id, { pattern })),
    subjects: [],
  }),
})

const keyOf = ({ id }: { readonly id: string }) => ({ kind: ALIAS, id })

function aliasesOf(event: KnownEvent, read: DocumentReader): { id: string; pattern: string }[] {
  if (event.type === 'pattern-sighted') return [{ id: aliasId(event.payload), pattern: event.payload.pattern }]
  if (event.type === 'pattern-pulled')
    return event.payload.joined.method === 'new' ? [{ id: aliasId(event.payload), pattern: event.payload.pattern }] : []
  if (event.type !== 'pattern-edited') return []
  const { pattern, textHash } = event.payload
  const role = read.get(PATTERN, pattern)?.body.pattern.role
  if (textHash === undefined || role === undefined) return []
  return (['do', 'avoid'] as const).map((polarity) => ({ id: aliasId({ role, polarity, textHash }), pattern }))
}
