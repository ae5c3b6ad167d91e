import { defineDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { Part } from './part.ts'

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
