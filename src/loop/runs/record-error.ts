import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { ErrorType } from '../../domain/values/outcome.ts'
import { type ErrorStats, errorType } from '../../engine/laws/task-errors.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, errorStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'
import { errorCounts, errorKey } from './task-errors.ts'

type Recorded = PayloadOf<'error-recorded'>

/** What went wrong. Without a type, the message says which it is. */
export interface ErrorInput extends Omit<Recorded, 'error' | 'type'> {
  /** Its id, for who may tell it twice; else a new one. */
  readonly error?: string
  readonly type?: ErrorType
  readonly run?: string
  readonly occurredAt?: number
}

export interface ErrorRecorded {
  readonly error: string
  readonly type: ErrorType
  /** The word of the message that gave the type; absent when the type was given, or no word did. */
  readonly classifiedBy?: string
  readonly duplicate: boolean
  /** What the task has met by now. */
  readonly counts?: ErrorStats
}

/** Records that a step failed. Under an id that was given, the same error twice is one; another one is a conflict. */
export async function recordError(context: LoopContext, input: ErrorInput): Promise<ErrorRecorded> {
  const { run, occurredAt, error = context.nextId(), type, ...given } = input
  checkPlace({ run, occurredAt })
  const classified = type === undefined ? errorType(String(given.message ?? '')) : { type }
  const payload = await checkPayload('error-recorded', { ...given, error, type: classified.type })
  const [appended] = await appendFacts(context, [
    {
      type: 'error-recorded',
      payload,
      stream: errorStream(run, payload.task),
      key: errorKey(error),
      run,
      occurredAt,
    },
  ])
  return {
    error,
    type: payload.type,
    classifiedBy: 'keyword' in classified ? classified.keyword : undefined,
    duplicate: appended?.duplicate ?? false,
    counts: payload.task === undefined ? undefined : await errorCounts(context, payload.task),
  }
}
