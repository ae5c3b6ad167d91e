import * as z from 'zod'
import { patternScore } from '../../engine/standing/pattern-score.ts'
import { amount, count, defineLaw, share } from './law.ts'

export const patternScoreLaw = defineLaw({
  name: 'pattern-score',
  summary: 'What a pattern is worth by the classic profile, with every part of the score.',
  input: z.strictObject({
    successes: count,
    ignoreWeight: amount.optional(),
    ignoreCount: count.optional(),
    daysSinceUse: amount,
    reinforcements: count,
    category: z.enum(['observation', 'causal', 'rule']),
    contextOverlap: z
      .strictObject({
        labels: z.boolean().optional(),
        files: z.boolean().optional(),
        phase: z.boolean().optional(),
      })
      .optional(),
    similarity: share.optional(),
    maturity: z.enum(['candidate', 'established', 'proven', 'deprecated']).optional(),
    lifecycle: z.enum(['observed', 'candidate', 'verified', 'active', 'deprecated']).optional(),
  }),
  run: ({ lifecycle, ...evidence }) => patternScore({ ...evidence, deprecated: lifecycle === 'deprecated' }),
  example: {
    input: { successes: 3, ignoreWeight: 1, daysSinceUse: 0, reinforcements: 1, category: 'observation' },
    output: {
      score: 0.75,
      parts: { successRate: 0.75, decay: 1, categoryWeight: 1, boost: 0, multiplier: 1 },
    },
  },
})
