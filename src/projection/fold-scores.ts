import { type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import {
  type CriterionEvent,
  type CriterionTally,
  NO_TALLY,
  withCriterionEvent,
} from '../engine/laws/criterion-weight.ts'
import { outcomeFeedback } from '../engine/laws/implicit-feedback.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { NOTHING, nameId, type Part } from './documents/fold-documents.ts'

/** The goal that a person chose last. */
export const GOAL = defineDocument<GoalRecord>('goal')

export interface GoalRecord extends PayloadOf<'goal-chosen'> {
  readonly at: number
}

const KEY = { kind: GOAL, id: GOAL }

export const goals: Part = {
  needs: () => [],
  fold(event) {
    if (event.type !== 'goal-chosen') return { documents: [], subjects: [] }
    const body: GoalRecord = { ...event.payload, at: event.occurredAt }
    return { documents: [{ ...KEY, state: event.payload.kind, rank: 0, text: '', body }], subjects: [] }
  },
}

export const CRITERION = defineDocument<CriterionRecord>('criterion')

/** A criterion by which work is judged, and all feedback on it. */
export interface CriterionRecord extends CriterionTally {
  readonly criterion: string
}

export const criteria: Part = {
  needs: (event, _, policy) => spokenOf(event, policy).map(keyOf),
  fold(event, read, policy) {
    const names = spokenOf(event, policy)
    const feedback = names.length === 0 ? undefined : feedbackIn(event, policy)
    if (feedback === undefined) return { documents: [], subjects: [] }
    const documents = names.map((criterion) => {
      const before = criterionRecord(read, criterion) ?? { criterion, ...NO_TALLY }
      return criterionDocument({ criterion, ...withCriterionEvent(before, feedback, policy.criterion) })
    })
    return { documents, subjects: documents.map(({ id }) => `${CRITERION}/${id}`) }
  },
}

const keyOf = (criterion: string) => ({ kind: CRITERION, id: nameId(criterion) })

export function criterionRecord(read: DocumentReader, criterion: string): CriterionRecord | undefined {
  return read.get(CRITERION, nameId(criterion))?.body
}

/** The criteria that an event says something about, each once. */
function spokenOf(event: KnownEvent, { criterion }: Policy): readonly string[] {
  if (event.type === 'feedback-given') return event.payload.subject === 'criterion' ? [event.payload.id] : []
  if (event.type !== 'outcome-recorded') return []
  const { task, criteria: named } = event.payload
  return [...new Set(named ?? (task === undefined ? [] : criterion.defaults))]
}

/** A harmful event never weighs less because the failure was worse: what is derived weighs 1. */
function feedbackIn(event: KnownEvent, policy: Policy): CriterionEvent | undefined {
  const at = event.occurredAt
  if (event.type === 'feedback-given') return { type: event.payload.type, rawValue: event.payload.weight, at }
  if (event.type !== 'outcome-recorded') return undefined
  const feedback = outcomeFeedback(event.payload, policy.implicitFeedback)
  return feedback === undefined ? undefined : { type: feedback.type, rawValue: 1, at }
}

function criterionDocument(record: CriterionRecord) {
  const id = nameId(record.criterion)
  return makeDocument(CRITERION, id, record)
}

export const SCORE = defineDocument<ScoreRecord>('score')

/** The newest scores of something that is measured again and again. */
export interface ScoreRecord {
  readonly name: string
  readonly recorded: number
  /** In the order in which they were recorded. */
  readonly last: readonly { readonly value: number; readonly at: number }[]
}

export const scores: Part = {
  needs: (event) => (event.type === 'score-recorded' ? [{ kind: SCORE, id: nameId(event.payload.name) }] : []),
  fold(event, read, policy) {
    if (event.type !== 'score-recorded') return NOTHING
    const { name, value } = event.payload
    const before = read.get(SCORE, nameId(name))?.body
    const last = [...(before?.last ?? []), { value, at: event.occurredAt }]
    const record = { name, recorded: (before?.recorded ?? 0) + 1, last: last.slice(-policy.scoreRegression.window) }
    const document = makeDocument(SCORE, nameId(record.name), record, { rank: event.occurredAt })
    return { documents: [document], subjects: [`${SCORE}/${document.id}`] }
  },
}
