import * as z from 'zod'
import { ERROR_TYPES, errorContext } from '../../engine/laws/error-context.ts'
import { defineLaw, instant } from './law.ts'

export const errorContextLaw = defineLaw({
  name: 'error-context',
  summary: 'What went wrong with a task so far, as text for the next attempt, with its counts.',
  input: z.strictObject({
    errors: z.array(
      z.object({
        type: z.enum(ERROR_TYPES),
        message: z.string(),
        at: instant,
        tool: z.string().optional(),
        context: z.string().optional(),
        stack: z.string().optional(),
        resolved: z.boolean().default(false),
      }),
    ),
    includeResolved: z.boolean().default(false),
  }),
  run: ({ errors, includeResolved }) => errorContext(errors, { includeResolved }),
  example: {
    input: {
      errors: [
        { type: 'validation', message: 'Type error in src/auth.ts', at: '2026-01-01T10:30:00Z' },
        { type: 'timeout', message: 'Tests hung', at: '2026-01-01T10:35:00Z', resolved: true },
      ],
    },
    output: { stats: { total: 2, unresolved: 1, byType: { validation: 1, timeout: 1 } } },
  },
})
