import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { UserError } from '../../domain/user-error.ts'

const NEEDED = ['durationMs', 'errorCount', 'retryCount'] as const

/** A task is judged by its course, so the course must be there; what nobody observed needs none. */
export function checkTaskOutcome(outcome: PayloadOf<'outcome-recorded'>): void {
  if (outcome.task === undefined || outcome.observedBy === 'none' || outcome.result === 'unknown') return
  const missing = NEEDED.filter((field) => outcome[field] === undefined)
  if (missing.length === 0) return
  throw new UserError(
    'input',
    `The outcome of task '${outcome.task}' lacks ${missing.join(', ')}.`,
    'Give how long it took in milliseconds, how many errors it met and how often it was tried again: --duration-ms, --errors, --retries.',
  )
}
