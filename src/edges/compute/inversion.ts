import * as z from 'zod'
import { INVERSION, inversion } from '../../engine/standing/inversion.ts'
import { count, defineLaw, share } from './law.ts'

const policy = z.strictObject({
  minObservations: count.default(INVERSION.minObservations),
  failureRatioThreshold: share.default(INVERSION.failureRatioThreshold),
  antiPatternPrefix: z.string().default(INVERSION.antiPatternPrefix),
})

export const inversionLaw = defineLaw({
  name: 'inversion',
  summary: 'Whether a pattern has failed so often that it becomes a warning, and the words of it.',
  input: z.strictObject({
    content: z.string().min(1),
    kind: z.enum(['pattern', 'anti_pattern']).default('pattern'),
    successes: count,
    failures: count,
    policy: policy.prefault({}),
  }),
  run: ({ policy, ...pattern }) => inversion(pattern, policy),
  example: {
    input: { content: 'Split by file type', successes: 2, failures: 5 },
    output: {
      inverts: true,
      content: 'AVOID: Split by file type. Failed 5/7 times (71% failure rate)',
      reason: 'Failed 5/7 times (71% failure rate)',
    },
  },
})
