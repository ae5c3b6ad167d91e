import type { LoopContext } from '../context.ts'
import type { ClearRequest, StrikesCleared } from '../runs/clear-strikes.ts'
import type { ErrorContextRequest, TaskErrorContext } from '../runs/error-context.ts'
import type { ErrorFilter, ErrorView } from '../runs/list-errors.ts'
import type { ErrorInput, ErrorRecorded } from '../runs/record-error.ts'
import type { StrikeInput, StrikeRecorded } from '../runs/record-strike.ts'
import type { ErrorResolved, ResolveRequest } from '../runs/resolve-error.ts'
import type { StrikeFilter, StrikesView } from '../runs/task-strikes.ts'

/** What goes wrong in tasks: errors and strikes. */
export interface TaskTroubleVerbs {
  /** Records that a step of a task failed; its type is told from the message where it is not given. */
  recordError(input: ErrorInput): Promise<ErrorRecorded>
  /** Says that an error was dealt with. */
  resolveError(request: ResolveRequest): Promise<ErrorResolved>
  errors(filter?: ErrorFilter): Promise<ErrorView[]>
  /** What a task ran into, as text for its next attempt. */
  errorContext(request: ErrorContextRequest): Promise<TaskErrorContext>
  /** Records that an attempt at a task failed; the third asks for a review of its design. */
  recordStrike(input: StrikeInput): Promise<StrikeRecorded>
  clearStrikes(request: ClearRequest): Promise<StrikesCleared>
  strikes(filter?: StrikeFilter): Promise<StrikesView[]>
  strikesOf(task: string): Promise<StrikesView>
}

export function taskTroubleVerbs(context: LoopContext): TaskTroubleVerbs {
  return {
    recordError: async (input) => (await import('../runs/record-error.ts')).recordError(context, input),
    resolveError: async (request) =>
      (await import('../runs/resolve-error.ts')).resolveError(context, request),
    errors: async (filter) => (await import('../runs/list-errors.ts')).listErrors(context, filter),
    errorContext: async (request) =>
      (await import('../runs/error-context.ts')).errorContextOf(context, request),
    recordStrike: async (input) => (await import('../runs/record-strike.ts')).recordStrike(context, input),
    clearStrikes: async (request) =>
      (await import('../runs/clear-strikes.ts')).clearStrikes(context, request),
    strikes: async (filter) => (await import('../runs/task-strikes.ts')).listStrikes(context, filter),
    strikesOf: async (task) => (await import('../runs/task-strikes.ts')).strikesOf(context, task),
  }
}
