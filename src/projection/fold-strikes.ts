import type { Folded } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import {
  TASK_STRIKES,
  type TaskStrikes,
  taskStrikes,
  taskStrikesDocument,
} from './documents/task-documents.ts'
import { partOf } from './part.ts'

/** The strikes of tasks, in the order in which they were recorded; clearing them starts again at zero. */
export const strikes = partOf({
  'strike-added': {
    needs: ({ payload }) => [{ kind: TASK_STRIKES, id: payload.task }],
    fold({ payload, occurredAt: at }, read, { strikes: { maxStrikes } }) {
      return folded(struck(taskStrikes(read, payload.task), { ...payload, at }, maxStrikes), maxStrikes)
    },
  },
  'strike-cleared': {
    fold: ({ payload: { task, by, reason }, occurredAt: at }, _, { strikes: { maxStrikes } }) =>
      folded({ task, failed: 0, failures: [], cleared: { by, reason, at } }, maxStrikes),
  },
})

function folded(after: TaskStrikes, maxStrikes: number): Folded {
  return { documents: [taskStrikesDocument(after, maxStrikes)], subjects: [`task/${after.task}`] }
}

function struck(
  before: TaskStrikes | undefined,
  { task, attempt, reason, at }: PayloadOf<'strike-added'> & { at: number },
  maxStrikes: number,
): TaskStrikes {
  const { cleared, failures = [] } = before ?? {}
  return {
    task,
    failed: (before?.failed ?? 0) + 1,
    failures: [...failures, { attempt, reason, at }].slice(-maxStrikes),
    firstStrikeAt: Math.min(before?.firstStrikeAt ?? at, at),
    lastStrikeAt: Math.max(before?.lastStrikeAt ?? at, at),
    cleared,
  }
}
