import * as z from 'zod'
import { match } from '../../engine/laws/match.ts'
import { defineLaw } from './law.ts'

export const matchLaw = defineLaw({
  name: 'match',
  summary: 'Which one pattern a free text means, and by which tier.',
  input: z.strictObject({
    trigger: z.string(),
    patterns: z.array(z.object({ id: z.string(), summary: z.string() })),
  }),
  run: ({ trigger, patterns }) => match(trigger, patterns),
  example: {
    input: {
      trigger: 'always check token expiry',
      patterns: [{ id: 'P-001', summary: 'expiry check token' }],
    },
    output: { id: 'P-001', tier: 'jaccard', similarity: 0.75 },
  },
})
