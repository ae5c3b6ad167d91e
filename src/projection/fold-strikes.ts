import type { PayloadOf } from '../domain/events/catalogue.ts'
import {
  TASK_STRIKES,
  type TaskStrikes,
  taskStrikes,
  taskStrikesDocument,
} from './documents/task-documents.ts'
import type { Part } from './part.ts'

/** The strikes of tasks, in the order in which they were recorded; clearing them begins anew. */
export const strikes: Part = {
  needs: (event) =>
    event.type === 'strike-added' || event.type === 'strike-cleared'
      ? [{ kind: TASK_STRIKES, id: event.payload.task }]
      : [],
  fold(event, read, { strikes: { maxStrikes } }) {
    if (event.type !== 'strike-added' && event.type !== 'strike-cleared')
      return { documents: [], subjects: [] }
    const { task } = event.payload
    const after =
      event.type === 'strike-added'
        ? struck(taskStrikes(read, task), { ...event.payload, at: event.occurredAt }, maxStrikes)
        : cleared(event.payload, event.occurredAt)
    return { documents: [taskStrikesDocument(after, maxStrikes)], subjects: [`task/${task}`] }
  },
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

function cleared({ task, by, reason }: PayloadOf<'strike-cleared'>, at: number): TaskStrikes {
  return { task, failed: 0, failures: [], cleared: { by, reason, at } }
}
