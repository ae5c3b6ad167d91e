import * as z from 'zod'
import { successRate } from '../../engine/standing/success-rate.ts'
import { count, defineLaw, share } from './law.ts'

/** Yes or no, also as the 1 and 0 of a log. */
const yesOrNo = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

export const successRateLaw = defineLaw({
  name: 'success-rate',
  summary: 'How often a pattern held when it was shown, with its confidence and flag.',
  input: z.strictObject({
    applications: z.array(
      z.object({
        status: z.enum(['applied', 'injected']),
        verified: z.boolean().default(true),
        goalSuccess: yesOrNo.optional(),
        relevance: share.optional(),
        buildFailed: z.boolean().optional(),
        iteration: count.optional(),
      }),
    ),
    latestIteration: count.optional(),
  }),
  run: ({ applications, latestIteration }) => successRate(applications, latestIteration),
  example: {
    input: {
      applications: [
        { status: 'applied', goalSuccess: true },
        { status: 'applied', goalSuccess: false, relevance: 0.8 },
      ],
    },
    output: { rate: 0.7, rounded: 0.7, confidence: 'high', flag: '', total: 2 },
  },
})
