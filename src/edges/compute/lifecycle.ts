import * as z from 'zod'
import { lifecycle } from '../../engine/standing/lifecycle.ts'
import { count, defineLaw, instant } from './law.ts'

export const lifecycleLaw = defineLaw({
  name: 'lifecycle',
  summary: 'Where a pattern stands between first sight and retirement, and why.',
  input: z.strictObject({
    sightings: z.array(z.object({ context: z.string(), at: instant })),
    lastUsedAt: instant.optional(),
    agedSteps: count.default(0),
    decision: z
      .strictObject({ kind: z.enum(['promote', 'deprecate', 'reset']), at: instant, by: z.string().min(1) })
      .optional(),
  }),
  run: (evidence, now) => lifecycle(evidence, now),
  example: {
    now: '2026-03-01T00:00:00Z',
    input: {
      sightings: [
        { context: 'run-1', at: '2026-02-01T00:00:00Z' },
        { context: 'run-1', at: '2026-02-02T00:00:00Z' },
        { context: 'run-2', at: '2026-02-03T00:00:00Z' },
      ],
    },
    output: { state: 'verified', reason: '3 sightings in 2 contexts' },
  },
})
