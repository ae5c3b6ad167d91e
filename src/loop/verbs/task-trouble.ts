import { reads, reports, schema, writes } from './define-verb.ts'

const error = schema((f) => f.events['error-recorded'].payload)
export const recordStrikeInput = schema((f) => ({
  task: f.safeId.describe('the task'),
  attempt: f.line.describe('what was tried'),
  reason: f.line.describe('why it failed'),
  run: f.safeId.describe('the run in which it was tried').optional(),
  occurredAt: f.occurredAt,
}))
export const errorContextInput = schema((f) => ({
  task: f.safeId.describe('the task'),
  includeResolved: f.z.boolean().describe('also resolved errors').optional(),
  limit: f.limit,
}))
export const clearStrikesInput = schema((f) => ({
  task: f.key.describe('the task'),
  reason: f.reason.describe('why the task may start over'),
  occurredAt: f.occurredAt,
}))
export const resolveErrorInput = schema((f) => ({
  error: f.key.describe('the id of the error'),
  how: f.line.describe('how it was dealt with').optional(),
  alike: f.z.boolean().describe('also all open errors that differ only in numbers, ids and quotes').optional(),
  occurredAt: f.occurredAt,
}))
export const recordErrorInput = schema((f) =>
  error(f).extend({
    error: f.safeId.optional(),
    type: error(f).shape.type.optional(),
    run: f.safeId.optional(),
    occurredAt: f.occurredAt,
  }),
)

export const taskTrouble = {
  errors: reads('GET /v1/errors', {
    summary: 'Errors of tasks, newest first.',
    input: (f) => ({
      task: f.safeId.describe('only those of this task').optional(),
      includeResolved: f.z.boolean().describe('also resolved ones').optional(),
      grouped: f.z.boolean().describe('one row for open errors that differ only in numbers, ids and quotes').optional(),
      limit: f.limit,
    }),
    names: { task: 'task' },
    load: async () => (await import('../runs/task-errors.ts')).listErrors,
  }),
  errorContext: reads('GET /v1/errors/context', {
    summary: 'The errors of a task, as text for its next attempt.',
    input: errorContextInput,
    names: { task: 'task' },
    load: async () => (await import('../runs/task-errors.ts')).errorContextOf,
  }),
  recordError: reports('POST /v1/errors', {
    summary: 'Record that a step of a task failed.',
    input: recordErrorInput,
    load: async () => (await import('../runs/task-errors.ts')).recordError,
  }),
  resolveError: reports('POST /v1/errors/:error/resolve', {
    summary: 'Mark an error as resolved.',
    input: resolveErrorInput,
    load: async () => (await import('../runs/task-errors.ts')).resolveError,
  }),
  strikes: reads('GET /v1/strikes', {
    summary: 'The tasks that have strikes, the latest failure first.',
    input: (f) => ({
      struckOut: f.z.boolean().describe('only tasks that failed three times').optional(),
      limit: f.limit,
    }),
    load: async () => (await import('../runs/task-strikes.ts')).listStrikes,
  }),
  strikesOf: reads('GET /v1/strikes/:task', {
    summary: 'The strikes of one task.',
    input: (f) => ({ task: f.key.describe('the task') }),
    args: ['task'],
    names: { task: 'task' },
    load: async () => (await import('../runs/task-strikes.ts')).strikesOf,
  }),
  recordStrike: reports('POST /v1/strikes', {
    summary: 'Record that an attempt at a task failed; the third asks for a review of its design.',
    input: recordStrikeInput,
    load: async () => (await import('../runs/task-strikes.ts')).recordStrike,
  }),
  clearStrikes: writes('POST /v1/strikes/:task/clear', {
    summary: 'Clear the strikes of a task.',
    input: clearStrikesInput,
    by: true,
    reports: true,
    names: { task: 'task' },
    load: async () => (await import('../runs/task-strikes.ts')).clearStrikes,
  }),
} as const
