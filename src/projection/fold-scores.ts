import { defineDocument, makeDocument } from '../domain/document.ts'
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
import { nameId, partFor, partOf } from './documents/fold-documents.ts'

/** The goal that a person chose last. */
export const GOAL = defineDocument<GoalRecord>('goal')

export interface GoalRecord extends PayloadOf<'goal-chosen'> {
  readonly at: number
}

export const goals = partOf({
  'goal-chosen': {
    fold({ payload, occurredAt: at }) {
      const goal = makeDocument(GOAL, GOAL, { ...payload, at }, { state: payload.kind })
      return { documents: [goal], subjects: [] }
    },
  },
})

export const CRITERION = defineDocument<CriterionRecord>('criterion')

/** A criterion by which work is judged, and all feedback on it. */
export interface CriterionRecord extends CriterionTally {
  readonly criterion: string
}

export const criteria = partFor(['feedback-given', 'outcome-recorded'], {
  needs: (event, _, policy) => spokenOf(event, policy).map(keyOf),
  fold(event, read, policy) {
    const names = spokenOf(event, policy)
    const feedback = names.length === 0 ? undefined : feedbackIn(event, policy)
    if (feedback === undefined) return undefined
    const documents = names.map((criterion) => {
      const before = read.get(CRITERION, nameId(criterion))?.body ?? { criterion, ...NO_TALLY }
      const after = { criterion, ...withCriterionEvent(before, feedback, policy.criterion) }
      return makeDocument(CRITERION, nameId(criterion), after)
    })
    return { documents, subjects: documents.map(({ id }) => `${CRITERION}/${id}`) }
  },
})

const keyOf = (criterion: string) => ({ kind: CRITERION, id: nameId(criterion) })

/** The criteria that an event gives feedback on, each once. */
function spokenOf(event: KnownEvent, { criterion }: Policy): readonly string[] {
  if (event.type === 'feedback-given') return event.payload.subject === 'criterion' ? [event.payload.id] : []
  if (event.type !== 'outcome-recorded') return []
  const { task, criteria: named } = event.payload
  return [...new Set(named ?? (task === undefined ? [] : criterion.defaults))]
}

/** Derived feedback weighs 1: a harmful event must not weigh less because the failure was worse. */
function feedbackIn(event: KnownEvent, policy: Policy): CriterionEvent | undefined {
  const at = event.occurredAt
  if (event.type === 'feedback-given') return { type: event.payload.type, rawValue: event.payload.weight, at }
  if (event.type !== 'outcome-recorded') return undefined
  const feedback = outcomeFeedback(event.payload, policy.implicitFeedback)
  return feedback === undefined ? undefined : { type: feedback.type, rawValue: 1, at }
}

export const SCORE = defineDocument<ScoreRecord>('score')

/** The newest scores of something that is measured repeatedly. */
export interface ScoreRecord {
  readonly name: string
  readonly recorded: number
  /** In the order in which they were recorded. */
  readonly last: readonly { readonly value: number; readonly at: number }[]
}

export const scores = partOf({
  'score-recorded': {
    needs: ({ payload: { name } }) => [{ kind: SCORE, id: nameId(name) }],
    fold({ payload: { name, value }, occurredAt: at }, read, policy) {
      const before = read.get(SCORE, nameId(name))?.body
      const last = [...(before?.last ?? []), { value, at }]
      const record = { name, recorded: (before?.recorded ?? 0) + 1, last: last.slice(-policy.scoreRegression.window) }
      const document = makeDocument(SCORE, nameId(name), record, { rank: at })
      return { documents: [document], subjects: [`${SCORE}/${document.id}`] }
    },
  },
})
