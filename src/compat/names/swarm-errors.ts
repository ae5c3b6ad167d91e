import * as z from 'zod'
import { count, name, text } from '../../domain/events/fields.ts'
import { safeId } from '../../domain/safe-id.ts'
import { ERROR_TYPES } from '../../domain/values/outcome.ts'
import { beadId, defineEntryPoint, given, time } from './entry-point.ts'

const errorType = z.enum(ERROR_TYPES)

export const accumulateError = defineEntryPoint({
  name: 'swarm_accumulate_error',
  summary: 'Records an error of a task, for its next attempt and its outcome.',
  effect: 'adds',
  isRepeatable: false,
  input: z.strictObject({
    bead_id: beadId,
    error_type: errorType.optional(),
    message: text.min(1),
    stack_trace: text.optional(),
    tool_name: name.optional(),
    context: text.optional(),
  }),
  output: z.strictObject({
    success: z.boolean(),
    error_id: z.string(),
    bead_id: beadId,
    error_type: errorType,
    message: z.string(),
    timestamp: time,
    note: z.string(),
  }),
  run: async (loop, { bead_id, error_type, message, stack_trace, tool_name, context }, now) => {
    const { error, type } = await loop.recordError({
      task: bead_id,
      message,
      occurredAt: now,
      ...given({ type: error_type, stack: stack_trace, tool: tool_name, context }),
    })
    return {
      success: true,
      error_id: error,
      bead_id,
      error_type: type,
      message,
      timestamp: new Date(now).toISOString(),
      note: 'swarm_get_error_context tells the next attempt.',
    }
  },
})

export const getErrorContext = defineEntryPoint({
  name: 'swarm_get_error_context',
  summary: 'What a task ran into, as text for its next attempt.',
  effect: 'reads',
  isRepeatable: true,
  input: z.strictObject({ bead_id: beadId, include_resolved: z.boolean().optional() }),
  output: z.strictObject({
    bead_id: beadId,
    error_context: z.string(),
    stats: z.strictObject({
      total_errors: count,
      unresolved: count,
      by_type: z.record(z.string(), count),
    }),
    has_errors: z.boolean(),
    usage: z.string(),
  }),
  run: async (loop, { bead_id, include_resolved = false }) => {
    const { markdown, counts } = await loop.errorContext({ task: bead_id, includeResolved: include_resolved })
    return {
      bead_id,
      error_context: markdown,
      stats: { total_errors: counts.total, unresolved: counts.unresolved, by_type: { ...counts.byType } },
      has_errors: markdown !== '',
      usage: 'Put error_context into the prompt of the next attempt.',
    }
  },
})

export const resolveError = defineEntryPoint({
  name: 'swarm_resolve_error',
  summary: 'Says that an error was dealt with.',
  effect: 'adds',
  isRepeatable: true,
  input: z.strictObject({ error_id: safeId }),
  output: z.strictObject({ success: z.boolean(), error_id: z.string(), resolved: z.boolean() }),
  run: async (loop, { error_id }) => {
    await loop.resolveError({ error: error_id })
    return { success: true, error_id, resolved: true }
  },
})
