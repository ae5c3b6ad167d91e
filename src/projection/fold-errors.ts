import type { DocumentKey, Folded } from '../domain/document.ts'
import type { EventOf } from '../domain/read-event.ts'
import {
  ERROR,
  type ErrorRecord,
  errorDocument,
  errorRecord,
  NO_ERRORS,
  TASK_ERRORS,
  type TaskErrors,
  taskErrors,
  taskErrorsDocument,
} from './documents/task-documents.ts'
import { partOf } from './part.ts'

/** The errors of tasks. An error is recorded once and resolved once, even if it is reported again. */
export const errors = partOf({
  'error-recorded': {
    needs: ({ payload }) => keys(payload.error, payload.task),
    fold(event, read) {
      const { error, task } = event.payload
      if (errorRecord(read, error) !== undefined) return undefined
      return folded(recorded(event), task === undefined ? undefined : oneMore(event, taskErrors(read, task)))
    },
  },
  'error-resolved': {
    needs: ({ payload }, read) => keys(payload.error, errorRecord(read, payload.error)?.error.task),
    fold({ payload: { error, how }, occurredAt: at }, read) {
      const known = errorRecord(read, error)
      if (known === undefined || known.resolved !== undefined) return undefined
      const { task } = known.error
      const after = { ...known, resolved: { at, how } }
      return folded(after, task === undefined ? undefined : oneLess(taskErrors(read, task)))
    },
  },
})

function keys(error: string, task: string | undefined): DocumentKey[] {
  return [{ kind: ERROR, id: error }, ...(task === undefined ? [] : [{ kind: TASK_ERRORS, id: task }])]
}

function folded(record: ErrorRecord, counts: TaskErrors | undefined): Folded {
  const { error, task } = record.error
  return {
    documents: [errorDocument(record), ...(counts === undefined ? [] : [taskErrorsDocument(counts)])],
    subjects: [`error/${error}`, ...(task === undefined ? [] : [`task/${task}`])],
  }
}

function recorded({ payload, run, occurredAt }: EventOf<'error-recorded'>): ErrorRecord {
  return { error: payload, at: occurredAt, run }
}

function oneMore(
  { payload, occurredAt }: EventOf<'error-recorded'>,
  before: TaskErrors | undefined,
): TaskErrors {
  const { total, unresolved, byType } = before ?? NO_ERRORS
  return {
    task: payload.task!,
    total: total + 1,
    unresolved: unresolved + 1,
    byType: { ...byType, [payload.type]: (byType[payload.type] ?? 0) + 1 },
    lastAt: Math.max(before?.lastAt ?? 0, occurredAt),
  }
}

function oneLess(before: TaskErrors | undefined): TaskErrors | undefined {
  return before === undefined ? undefined : { ...before, unresolved: before.unresolved - 1 }
}
