import * as z from 'zod'
import { dedup } from '../../engine/laws/dedup.ts'
import { defineLaw } from './law.ts'

export const dedupLaw = defineLaw({
  name: 'dedup',
  summary: 'Whether a new learning is added, merged into a known one, or skipped.',
  input: z.strictObject({
    summary: z.string(),
    trigger: z.string().optional(),
    existing: z.array(z.object({ id: z.string(), summary: z.string(), trigger: z.string().optional() })),
  }),
  run: ({ existing, ...learning }) => dedup(learning, existing),
  example: {
    input: {
      summary: 'Check token expiry first',
      existing: [{ id: 'L-001', summary: 'Always check token expiry first' }],
    },
    output: { action: 'merge', id: 'L-001', overlap: 0.8 },
  },
})
