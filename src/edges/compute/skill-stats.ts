import * as z from 'zod'
import { skillStats } from '../../engine/governance/skill-stats.ts'
import { defineLaw } from './law.ts'
import { runResult } from './run-outcome.ts'

export const skillStatsLaw = defineLaw({
  name: 'skill-stats',
  summary: 'How well a skill has served, over the results of the runs that used it.',
  input: z.strictObject({ results: z.array(runResult) }),
  run: ({ results }) => skillStats(results),
  example: {
    input: { results: ['success', 'success', 'failure', 'partial'] },
    output: { score: 0.3125, runs: 4 },
  },
})
