import * as z from 'zod'
import { relevance } from '../../engine/laws/relevance.ts'
import { defineLaw } from './law.ts'

export const relevanceLaw = defineLaw({
  name: 'relevance',
  summary: 'How much a pattern has to do with the changed files.',
  input: z.strictObject({
    summary: z.string(),
    context: z.array(z.string()).optional(),
    changedFiles: z.array(z.string()),
  }),
  run: (question) => relevance(question),
  example: {
    input: {
      summary: 'Check the token expiry before requests',
      context: ['auth'],
      changedFiles: ['src/login.ts'],
    },
    output: { score: 0.4, method: 'context_tags', matched: ['token', 'auth'] },
  },
})
