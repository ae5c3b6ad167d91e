import * as z from 'zod'
import { strikes } from '../../engine/laws/strikes.ts'
import { defineLaw, instant } from './law.ts'

export const strikesLaw = defineLaw({
  name: 'strikes',
  summary: 'How often a task has failed; from the third strike on, a prompt to review its design.',
  input: z.strictObject({ failures: z.array(z.object({ reason: z.string(), at: instant })) }),
  run: ({ failures }) => {
    const { firstStrikeAt, lastStrikeAt, ...verdict } = strikes(failures)
    return firstStrikeAt === undefined || lastStrikeAt === undefined
      ? verdict
      : {
          ...verdict,
          firstStrikeAt: new Date(firstStrikeAt).toISOString(),
          lastStrikeAt: new Date(lastStrikeAt).toISOString(),
        }
  },
  example: {
    input: {
      failures: [
        { reason: 'Types did not match', at: '2026-01-01T10:00:00Z' },
        { reason: 'Tests failed', at: '2026-01-01T11:00:00Z' },
      ],
    },
    output: { count: 2, struckOut: false, prompt: '' },
  },
})
