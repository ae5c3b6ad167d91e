import * as z from 'zod'
import { criterionWeight } from '../../engine/laws/criterion-weight.ts'
import { FEEDBACK_TYPES } from '../../engine/laws/implicit-feedback.ts'
import { defineLaw, instant, share } from './law.ts'

export const criterionWeightLaw = defineLaw({
  name: 'criterion-weight',
  summary: 'How much a criterion still counts, by the feedback on it.',
  input: z.strictObject({
    events: z.array(z.object({ type: z.enum(FEEDBACK_TYPES), at: instant, rawValue: share.default(1) })),
  }),
  run: ({ events }, now) => {
    const { lastValidated, ...weight } = criterionWeight(events, now)
    return lastValidated === undefined
      ? weight
      : { ...weight, lastValidated: new Date(lastValidated).toISOString() }
  },
  example: {
    now: '2026-04-01T00:00:00Z',
    input: {
      events: [
        { type: 'helpful', at: '2026-04-01T00:00:00Z', rawValue: 0.5 },
        { type: 'harmful', at: '2026-01-01T00:00:00Z' },
      ],
    },
    output: {
      weight: 0.5,
      helpful: 1,
      harmful: 1,
      lastValidated: '2026-04-01T00:00:00.000Z',
      deprecated: false,
      known: true,
    },
  },
})
