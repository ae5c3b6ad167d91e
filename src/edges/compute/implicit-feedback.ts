import * as z from 'zod'
import { implicitFeedback } from '../../engine/laws/implicit-feedback.ts'
import { count, defineLaw, instant } from './law.ts'

export const implicitFeedbackLaw = defineLaw({
  name: 'implicit-feedback',
  summary: 'What the course of a task says about it, without anyone being asked.',
  input: z.strictObject({
    durationMs: count,
    errorCount: count,
    retryCount: count,
    success: z.boolean(),
    at: instant.optional(),
  }),
  run: ({ at, ...signals }, now) => implicitFeedback(signals, at === undefined ? 0 : now - at),
  example: {
    now: '2026-04-01T00:00:00Z',
    input: {
      durationMs: 600_000,
      errorCount: 1,
      retryCount: 2,
      success: true,
      at: '2026-01-01T00:00:00Z',
    },
    output: {
      type: 'helpful',
      rawScore: 0.7,
      decayedValue: 0.35,
      reasoning: 'Medium completion (600s), 1 error, 2 retries, succeeded',
    },
  },
})
