import type { Document, DocumentReader } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { ErrorStats } from '../../engine/laws/task-errors.ts'

/** One document per error, one per task for the count of its errors, one per task for its strikes. */
export const ERROR = 'error'
export const TASK_ERRORS = 'task-errors'
export const TASK_STRIKES = 'task-strikes'

/** An error of a task, and how it was dealt with. */
export interface ErrorRecord {
  readonly error: PayloadOf<'error-recorded'>
  readonly run?: string
  readonly at: number
  readonly resolved?: { readonly at: number; readonly how?: string }
}

/** How many errors a task met. The errors themselves have their own documents, so that one more costs the same. */
export interface TaskErrors extends ErrorStats {
  readonly task: string
  readonly lastAt: number
}

export interface Strike {
  readonly attempt: string
  readonly reason: string
  readonly at: number
}

/** How often a task failed since its strikes were last cleared. */
export interface TaskStrikes {
  readonly task: string
  readonly failed: number
  /** The latest, as many as it takes to be out. */
  readonly failures: readonly Strike[]
  readonly firstStrikeAt?: number
  readonly lastStrikeAt?: number
  readonly cleared?: { readonly by: string; readonly reason: string; readonly at: number }
}

export const NO_ERRORS: ErrorStats = { total: 0, unresolved: 0, byType: {} }

export function errorRecord(read: DocumentReader, id: string): ErrorRecord | undefined {
  return read.get(ERROR, id)?.body as ErrorRecord | undefined
}

export function taskErrors(read: DocumentReader, task: string): TaskErrors | undefined {
  return read.get(TASK_ERRORS, task)?.body as TaskErrors | undefined
}

export function taskStrikes(read: DocumentReader, task: string): TaskStrikes | undefined {
  return read.get(TASK_STRIKES, task)?.body as TaskStrikes | undefined
}

export function errorDocument(record: ErrorRecord): Document {
  const state = record.resolved === undefined ? 'open' : 'resolved'
  return { kind: ERROR, id: record.error.error, state, rank: record.at, text: '', body: record }
}

export function taskErrorsDocument(errors: TaskErrors): Document {
  const state = errors.unresolved > 0 ? 'open' : 'resolved'
  return { kind: TASK_ERRORS, id: errors.task, state, rank: errors.lastAt, text: '', body: errors }
}

export function taskStrikesDocument(strikes: TaskStrikes, maxStrikes: number): Document {
  const { task, failed, lastStrikeAt, cleared } = strikes
  const state = failed >= maxStrikes ? 'out' : failed > 0 ? 'struck' : 'clear'
  return {
    kind: TASK_STRIKES,
    id: task,
    state,
    rank: lastStrikeAt ?? cleared?.at ?? 0,
    text: '',
    body: strikes,
  }
}
