import * as z from 'zod'
import { line, safeId } from '../../../domain/events/fields.ts'
import { outcomeEvents } from '../../../domain/events/outcome.ts'
import { route } from '../route.ts'
import { key, limit, occurredAt, reason } from './fields.ts'

const error = outcomeEvents['error-recorded'].payload

export const taskTroubleRoutes = {
  errors: route({
    role: 'read',
    summary: 'What tasks ran into, newest first.',
    input: z.strictObject({
      task: safeId.optional(),
      includeResolved: z.boolean().optional(),
      limit,
    }),
    run: (loop, filter) => loop.errors(filter),
  }),
  errorContext: route({
    role: 'read',
    summary: 'What a task ran into, as text for its next attempt.',
    input: z.strictObject({ task: safeId, includeResolved: z.boolean().optional(), limit }),
    run: (loop, request) => loop.errorContext(request),
  }),
  recordError: route({
    role: 'write',
    summary: 'Record that a step of a task failed.',
    input: error.extend({
      error: safeId.optional(),
      type: error.shape.type.optional(),
      run: safeId.optional(),
      occurredAt,
    }),
    run: (loop, input) => loop.recordError(input),
  }),
  resolveError: route({
    role: 'write',
    summary: 'Say that an error was dealt with.',
    input: z.strictObject({ error: key, how: line.optional(), occurredAt }),
    run: (loop, request) => loop.resolveError(request),
  }),
  strikes: route({
    role: 'read',
    summary: 'The tasks that have strikes, the one that failed last first.',
    input: z.strictObject({ struckOut: z.boolean().optional(), limit }),
    run: (loop, filter) => loop.strikes(filter),
  }),
  strikesOf: route({
    role: 'read',
    summary: 'The strikes of one task.',
    input: z.strictObject({ task: key }),
    run: (loop, { task }) => loop.strikesOf(task),
  }),
  recordStrike: route({
    role: 'write',
    summary: 'Record that an attempt at a task failed; the third asks for a review of its design.',
    input: z.strictObject({
      task: safeId,
      attempt: line,
      reason: line,
      run: safeId.optional(),
      occurredAt,
    }),
    run: (loop, input) => loop.recordStrike(input),
  }),
  clearStrikes: route({
    role: 'write',
    summary: 'Wipe the strikes of a task.',
    input: z.strictObject({ task: key, reason, occurredAt }),
    run: (loop, request, { name: by }) => loop.clearStrikes({ ...request, by }),
  }),
} as const
