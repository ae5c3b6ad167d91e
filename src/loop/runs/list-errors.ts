import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { ERROR, type ErrorRecord } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { errorsOf, type WhichErrors } from './task-errors.ts'

export interface ErrorFilter extends WhichErrors {
  readonly task?: string
}

/** A recorded error, when it happened, and how it was dealt with. */
export interface ErrorView extends PayloadOf<'error-recorded'> {
  readonly at: number
  readonly run?: string
  readonly resolved?: ErrorRecord['resolved']
}

const MOST_READ = 1_000

/** The errors of a task, or of all, newest first; without those that were resolved, unless they are asked for. */
export async function listErrors(context: LoopContext, filter: ErrorFilter = {}): Promise<ErrorView[]> {
  const { task, includeResolved = false, limit = MOST_READ } = filter
  if (task !== undefined) return (await errorsOf(context, task, { includeResolved, limit })).map(viewOf)
  const documents = await context.journal.list(ERROR, {
    limit,
    states: includeResolved ? undefined : ['open'],
  })
  return documents.map(({ body }) => viewOf(body))
}

function viewOf({ error, at, run, resolved }: ErrorRecord): ErrorView {
  return { ...error, at, run, resolved }
}
