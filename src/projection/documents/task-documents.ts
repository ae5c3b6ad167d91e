import { defineDocument, makeDocument } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { ErrorStats } from '../../engine/laws/task-errors.ts'

/** One document per error, one per task for the count of its errors, one per task for its strikes. */
export const ERROR = defineDocument<ErrorRecord>('error')
export const TASK_ERRORS = defineDocument<TaskErrors>('task-errors')
export const TASK_STRIKES = defineDocument<TaskStrikes>('task-strikes')

/** An error of a task, and its resolution. */
export interface ErrorRecord {
  readonly error: PayloadOf<'error-recorded'>
  readonly run?: string
  readonly at: number
  readonly resolved?: { readonly at: number; readonly how?: string }
}

/** The number of a task's errors. Each error has its own document, so that one more costs the same. */
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
  /** The latest ones, as many as make a task out. */
  readonly failures: readonly Strike[]
  readonly firstStrikeAt?: number
  readonly lastStrikeAt?: number
  readonly cleared?: { readonly by: string; readonly reason: string; readonly at: number }
}

export const NO_ERRORS: ErrorStats = { total: 0, unresolved: 0, byType: {} }

export function errorDocument(record: ErrorRecord) {
  const state = record.resolved === undefined ? 'open' : 'resolved'
  return makeDocument(ERROR, record.error.error, record, { state, rank: record.at })
}

export function taskErrorsDocument(errors: TaskErrors) {
  const state = errors.unresolved > 0 ? 'open' : 'resolved'
  return makeDocument(TASK_ERRORS, errors.task, errors, { state, rank: errors.lastAt })
}

export function taskStrikesDocument(strikes: TaskStrikes, maxStrikes: number) {
  const { task, failed, lastStrikeAt, cleared } = strikes
  const state = failed >= maxStrikes ? 'out' : failed > 0 ? 'struck' : 'clear'
  return makeDocument(TASK_STRIKES, task, strikes, { state, rank: lastStrikeAt ?? cleared?.at ?? 0 })
}
