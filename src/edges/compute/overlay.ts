import * as z from 'zod'
import { overlayOf } from '../../engine/governance/overlay.ts'
import { idOf } from '../../engine/governance/run-outcome.ts'
import { count, defineLaw, share } from './law.ts'
import { name } from './run-outcome.ts'

/** A parameter of a Beta distribution; beyond these limits its tail is not computed reliably. */
const betaParameter = z.number().min(1e-6).max(1e9)

export const overlayLaw = defineLaw({
  name: 'overlay',
  summary: 'What an adapter must put up with, given its reliability and its repeated failures.',
  input: z.strictObject({
    adapterId: name,
    reliabilityScore: share,
    failureOccurrences: count.default(0),
    previous: z
      .object({
        riskMultiplier: z.number().positive(),
        suggestedMaxRetries: count,
        requireApproval: z.boolean(),
      })
      .optional(),
    ratchet: z.enum(['strict', 'elastic']).default('strict'),
    beta: z.strictObject({ a: betaParameter, b: betaParameter }).optional(),
  }),
  run: ({ adapterId, ...evidence }) => ({ adapterId: idOf(adapterId), ...overlayOf(evidence) }),
  example: {
    input: { adapterId: 'github', reliabilityScore: 0.68, failureOccurrences: 3 },
    output: { riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true },
  },
})
