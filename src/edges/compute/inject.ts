import * as z from 'zod'
import { inject } from '../../engine/laws/inject.ts'
import { count, defineLaw } from './law.ts'

export const injectLaw = defineLaw({
  name: 'inject',
  summary: 'The block of patterns that a role gets within its token budget.',
  input: z.strictObject({
    role: z.string().min(1),
    patterns: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        score: z.number(),
        successes: count,
        ignoreCount: count,
        role: z.string().optional(),
        category: z.string().optional(),
      }),
    ),
    budgetTokens: count.optional(),
    remainingTokens: count.optional(),
    summary: z.string().optional(),
  }),
  run: (request) => inject(request),
  example: {
    input: {
      role: 'judge',
      patterns: [
        { id: 'p1', text: 'Check token expiry', score: 0.42, successes: 0, ignoreCount: 0, role: 'auditor' },
        { id: 'p2', text: 'Close the file handle', score: 0.9, successes: 5, ignoreCount: 1 },
      ],
    },
    output: {
      block:
        '=== HISTORICAL PATTERNS (judge) ===\n- Close the file handle (5x validated)\n- Check token expiry (score:0.42) via:auditor',
      included: ['p2', 'p1'],
      dropped: [],
      path: 'full',
    },
  },
})
