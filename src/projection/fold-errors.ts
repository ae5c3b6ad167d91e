import type { DocumentKey, Folded } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
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
import type { Part } from './part.ts'

type Fact<T extends KnownEvent['type']> = Extract<KnownEvent, { type: T }>

const NOTHING: Folded = { documents: [], subjects: [] }

/** The errors of tasks. An error is recorded once and resolved once, whoever says it again. */
export const errors: Part = {
  needs(event, read) {
    if (event.type === 'error-recorded') return keys(event.payload.error, event.payload.task)
    if (event.type !== 'error-resolved') return []
    return keys(event.payload.error, errorRecord(read, event.payload.error)?.error.task)
  },
  fold(event, read) {
    if (event.type === 'error-recorded') {
      if (errorRecord(read, event.payload.error) !== undefined) return NOTHING
      const { task } = event.payload
      return folded(recorded(event), task === undefined ? undefined : oneMore(event, taskErrors(read, task)))
    }
    if (event.type !== 'error-resolved') return NOTHING
    const known = errorRecord(read, event.payload.error)
    if (known === undefined || known.resolved !== undefined) return NOTHING
    const { task } = known.error
    return folded(resolved(known, event), task === undefined ? undefined : oneLess(taskErrors(read, task)))
  },
}

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

function recorded({ payload, run, occurredAt }: Fact<'error-recorded'>): ErrorRecord {
  return { error: payload, at: occurredAt, run }
}

function resolved(known: ErrorRecord, { payload, occurredAt }: Fact<'error-resolved'>): ErrorRecord {
  const { how } = payload
  return { ...known, resolved: { at: occurredAt, how } }
}

function oneMore(
  { payload, occurredAt }: Fact<'error-recorded'>,
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
