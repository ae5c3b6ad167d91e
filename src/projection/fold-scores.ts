import { type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import { nameId } from './name-id.ts'
import type { Part } from './part.ts'

export const SCORE = defineDocument<ScoreRecord>('score')

/** The newest scores of something that is measured again and again. */
export interface ScoreRecord {
  readonly name: string
  readonly recorded: number
  /** In the order in which they were recorded. */
  readonly last: readonly { readonly value: number; readonly at: number }[]
}

const NOTHING = { documents: [], subjects: [] }

export const scores: Part = {
  needs: (event) =>
    event.type === 'score-recorded' ? [{ kind: SCORE, id: nameId(event.payload.name) }] : [],
  fold(event, read, policy) {
    if (event.type !== 'score-recorded') return NOTHING
    const { name, value } = event.payload
    const before = scoreRecord(read, name)
    const last = [...(before?.last ?? []), { value, at: event.occurredAt }]
    const record = {
      name,
      recorded: (before?.recorded ?? 0) + 1,
      last: last.slice(-policy.scoreRegression.window),
    }
    const document = scoreDocument(record, event.occurredAt)
    return { documents: [document], subjects: [`${SCORE}/${document.id}`] }
  },
}

function scoreRecord(read: DocumentReader, name: string): ScoreRecord | undefined {
  return read.get(SCORE, nameId(name))?.body
}

function scoreDocument(record: ScoreRecord, at: number) {
  return makeDocument(SCORE, nameId(record.name), record, { rank: at })
}
