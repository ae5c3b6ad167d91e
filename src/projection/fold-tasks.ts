import { type DocumentReader, defineDocument, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type FailureMode, failureModeOf } from '../engine/governance/failures.ts'
import { type OutcomeFeedback, outcomeFeedback } from '../engine/laws/implicit-feedback.ts'
import type { Policy } from '../engine/laws/policy.ts'
import type { Part } from './part.ts'

export const TASK = defineDocument<TaskRecord>('task')

type Outcome = PayloadOf<'outcome-recorded'>

/** One task of a run: its last attempt, and what that says without anyone being asked. */
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
  /** What it spoke of, where it named that itself. */
  readonly criteria?: readonly string[]
  readonly failureMode?: FailureMode
  readonly failureDetails?: string
  /** Absent while nobody observed how it ended. */
  readonly feedback?: OutcomeFeedback
}

const MOST_FILES = 40
const LONGEST_DETAILS = 2_000

export const tasks: Part = {
  needs: (event) =>
    event.type === 'outcome-recorded' && event.payload.task !== undefined
      ? [{ kind: TASK, id: taskId(event.payload.run, event.payload.task) }]
      : [],
  fold(event, read, policy) {
    if (event.type !== 'outcome-recorded' || event.payload.task === undefined) return NOTHING
    const { run, task } = event.payload
    const before = taskRecord(read, run, task)
    const after = attempted(before, { ...event.payload, task }, event.occurredAt, policy)
    return { documents: [taskDocument(after)], subjects: [`${TASK}/${taskId(run, task)}`] }
  },
}

const NOTHING = { documents: [], subjects: [] }

export function taskId(run: string, task: string): string {
  return `${run}/${task}`
}

export function taskRecord(read: DocumentReader, run: string, task: string): TaskRecord | undefined {
  return read.get(TASK, taskId(run, task))?.body
}

/** The attempt with the highest number is the one that is kept, in whatever order they arrive. */
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
