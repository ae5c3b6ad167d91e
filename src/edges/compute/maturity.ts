import * as z from 'zod'
import { FEEDBACK_TYPES } from '../../engine/laws/implicit-feedback.ts'
import { maturityOf } from '../../engine/standing/maturity.ts'
import { MATURITY } from '../../engine/standing/maturity-grade.ts'
import { amount, defineLaw, instant, share } from './law.ts'

const policy = z.strictObject({
  minFeedback: amount.default(MATURITY.minFeedback),
  minHelpful: amount.default(MATURITY.minHelpful),
  maxHarmful: share.default(MATURITY.maxHarmful),
  deprecationThreshold: share.default(MATURITY.deprecationThreshold),
  halfLifeDays: z.number().positive().default(MATURITY.halfLifeDays),
})

export const maturityLaw = defineLaw({
  name: 'maturity',
  summary: 'How far a pattern may be trusted by the feedback on it.',
  input: z.strictObject({
    feedback: z.array(z.object({ type: z.enum(FEEDBACK_TYPES), at: instant, weight: share.default(1) })),
    policy: policy.prefault({}),
  }),
  run: ({ feedback, policy }, now) => maturityOf(feedback, now, policy),
  example: {
    now: '2026-04-01T00:00:00Z',
    input: {
      feedback: [
        { type: 'helpful', at: '2026-04-01T00:00:00Z' },
        { type: 'helpful', at: '2026-04-01T00:00:00Z' },
        { type: 'helpful', at: '2026-04-01T00:00:00Z' },
        { type: 'harmful', at: '2026-01-01T00:00:00Z' },
      ],
    },
    output: {
      state: 'established',
      multiplier: 1,
      helpful: 3,
      harmful: 0.5,
      label: '[ESTABLISHED - 75% helpful, 25% harmful from 4 observations]',
    },
  },
})
