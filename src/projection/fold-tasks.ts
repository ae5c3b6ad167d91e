import { type DocumentKey, defineDocument, type Folded, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { EventOf } from '../domain/read-event.ts'
import { type FailureMode, failureModeOf } from '../engine/governance/failures.ts'
import { type OutcomeFeedback, outcomeFeedback } from '../engine/laws/implicit-feedback.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { partOf } from './documents/fold-documents.ts'
import {
  ERROR,
  type ErrorRecord,
  errorDocument,
  NO_ERRORS,
  TASK_ERRORS,
  TASK_STRIKES,
  type TaskErrors,
  type TaskStrikes,
  taskErrorsDocument,
  taskStrikesDocument,
} from './documents/task-documents.ts'

export const TASK = defineDocument<TaskRecord>('task')

type Outcome = PayloadOf<'outcome-recorded'>

/** One task of a run: its last attempt, and the implicit feedback from that. */
export interface TaskRecord {
  readonly run: string
  readonly task: string
  /** How many attempts were recorded, and the number of the last one. */
  readonly attempts: number
  readonly attempt: number
  readonly at: number
  readonly result: Outcome['result']
  readonly observedBy: Outcome['observedBy']
  readonly durationMs?: number
  readonly errorCount?: number
  readonly retryCount?: number
  readonly files: readonly string[]
  readonly strategy?: string
  /** The criteria that it named itself. */
  readonly criteria?: readonly string[]
  readonly failureMode?: FailureMode
  readonly failureDetails?: string
  /** Absent while nobody observed its end. */
  readonly feedback?: OutcomeFeedback
}

const MOST_FILES = 40
const LONGEST_DETAILS = 2_000

export const tasks = partOf({
  'outcome-recorded': {
    needs: ({ payload: { run, task } }) => (task === undefined ? [] : [{ kind: TASK, id: taskId(run, task) }]),
    fold({ payload, occurredAt }, read, policy) {
      const { run, task } = payload
      if (task === undefined) return undefined
      const after = attempted(read.get(TASK, taskId(run, task))?.body, { ...payload, task }, occurredAt, policy)
      return { documents: [taskDocument(after)], subjects: [`${TASK}/${taskId(run, task)}`] }
    },
  },
})

export function taskId(run: string, task: string): string {
  return `${run}/${task}`
}

/** Keeps the attempt with the highest number, in whatever order they arrive. */
function attempted(
  before: TaskRecord | undefined,
  outcome: Outcome & { readonly task: string },
  at: number,
  policy: Policy,
): TaskRecord {
  const attempts = (before?.attempts ?? 0) + 1
  const { attempt = 1 } = outcome
  if (before !== undefined && before.attempt > attempt) return { ...before, attempts }
  const { run, task, result, observedBy, durationMs, errorCount, retryCount, strategy } = outcome
  const { failureDetails: details, criteria } = outcome
  const feedback = outcomeFeedback(outcome, policy.implicitFeedback)
  return {
    ...{ run, task, attempts, attempt, at, result, observedBy },
    durationMs,
    errorCount,
    retryCount,
    files: (outcome.files ?? []).slice(0, MOST_FILES),
    strategy,
    criteria,
    ...failureModeOf(outcome),
    failureDetails: details?.slice(0, LONGEST_DETAILS),
    feedback,
  }
}

function taskDocument(record: TaskRecord) {
  const state = record.feedback?.type ?? 'unknown'
  return makeDocument(TASK, taskId(record.run, record.task), record, { state, rank: record.at })
}

/** The errors of tasks. An error is recorded once and resolved once, even if it is reported again. */
export const errors = partOf({
  'error-recorded': {
    needs: ({ payload }) => keys(payload.error, payload.task),
    fold(event, read) {
      const { error, task } = event.payload
      if (read.get(ERROR, error) !== undefined) return undefined
      const record = { error: event.payload, at: event.occurredAt, run: event.run }
      return folded(record, task === undefined ? undefined : oneMore(event, read.get(TASK_ERRORS, task)?.body))
    },
  },
  'error-resolved': {
    needs: ({ payload }, read) => keys(payload.error, read.get(ERROR, payload.error)?.body.error.task),
    fold({ payload: { error, how }, occurredAt: at }, read) {
      const known = read.get(ERROR, error)?.body
      if (known === undefined || known.resolved !== undefined) return undefined
      const { task } = known.error
      const after = { ...known, resolved: { at, how } }
      return folded(after, task === undefined ? undefined : oneLess(read.get(TASK_ERRORS, task)?.body))
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

function oneMore({ payload, occurredAt }: EventOf<'error-recorded'>, before: TaskErrors | undefined): TaskErrors {
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

/** The most failures that are stored, the latest ones. */
const MOST_FAILURES = 20

/** The strikes of tasks, in the order in which they were recorded; clearing them starts at zero again. */
export const strikes = partOf({
  'strike-added': {
    needs: ({ payload }) => [{ kind: TASK_STRIKES, id: payload.task }],
    fold({ payload, occurredAt: at }, read, { strikes: { maxStrikes } }) {
      return foldedStrikes(struck(read.get(TASK_STRIKES, payload.task)?.body, { ...payload, at }), maxStrikes)
    },
  },
  'strike-cleared': {
    fold: ({ payload: { task, by, reason }, occurredAt: at }, _, { strikes: { maxStrikes } }) =>
      foldedStrikes({ task, failed: 0, failures: [], cleared: { by, reason, at } }, maxStrikes),
  },
})

function foldedStrikes(after: TaskStrikes, maxStrikes: number): Folded {
  return { documents: [taskStrikesDocument(after, maxStrikes)], subjects: [`task/${after.task}`] }
}

function struck(
  before: TaskStrikes | undefined,
  { task, attempt, reason, at }: PayloadOf<'strike-added'> & { at: number },
): TaskStrikes {
  const { cleared, failures = [] } = before ?? {}
  return {
    task,
    failed: (before?.failed ?? 0) + 1,
    failures: [...failures, { attempt, reason, at }].slice(-MOST_FAILURES),
    firstStrikeAt: Math.min(before?.firstStrikeAt ?? at, at),
    lastStrikeAt: Math.max(before?.lastStrikeAt ?? at, at),
    cleared,
  }
}
