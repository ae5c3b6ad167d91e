import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, JOURNAL_STREAM } from '../journal/append-facts.ts'

/** Something that failed and was let pass, so that an agent could go on. */
export interface SwallowedFailure extends PayloadOf<'loop-failed'> {
  readonly id: string
  readonly at: number
}

/** Where failures wait while the journal cannot take them. */
export interface FailureLog {
  add(failure: SwallowedFailure): void
  /** Hands over what waits, and forgets it once that has been recorded. */
  drain(ingest: (failures: readonly SwallowedFailure[]) => Promise<void>): Promise<void>
}

/** Records what waits. What the journal cannot take now waits for the next one to open it; who only reads is not kept out by that. */
export async function takeUpFailures(context: LoopContext, log: FailureLog): Promise<void> {
  try {
    await log.drain((failures) => ingestFailures(context, failures))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}

/** Each has an id, so that none counts twice if the process dies in between. */
async function ingestFailures(context: LoopContext, failures: readonly SwallowedFailure[]): Promise<void> {
  if (failures.length === 0) return
  await appendFacts(
    context,
    failures.map(({ id, at, part, code, message }) => ({
      type: 'loop-failed' as const,
      payload: { part, code, message: message.slice(0, 4_000) },
      stream: JOURNAL_STREAM,
      key: `failure/${id}`,
      occurredAt: at,
    })),
  )
}
