import * as z from 'zod'
import { reliabilityOf } from '../../engine/governance/reliability.ts'
import { count, defineLaw, share } from './law.ts'
import { name } from './run-outcome.ts'

export const reliabilityLaw = defineLaw({
  name: 'reliability',
  summary: 'How far each adapter can be relied on: success rate, calm and quality of its runs.',
  input: z.strictObject({
    outcomes: z.array(
      z.object({
        adapters: z.array(name).optional(),
        success: z.boolean(),
        retryCount: count,
        qualityScore: share,
      }),
    ),
  }),
  run: ({ outcomes }) => ({ adapters: reliabilityOf(outcomes) }),
  example: {
    input: {
      outcomes: [
        { success: true, retryCount: 1, qualityScore: 0.8 },
        { success: true, retryCount: 2, qualityScore: 0.9 },
        { success: false, retryCount: 3, qualityScore: 0.2 },
      ],
    },
    output: { adapters: [{ adapterId: 'default', score: 0.593, avgRetries: 2, runs: 3 }] },
  },
})
