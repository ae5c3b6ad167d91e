import * as z from 'zod'
import { scoreRegression } from '../../engine/laws/score-regression.ts'
import { defineLaw, share } from './law.ts'

export const scoreRegressionLaw = defineLaw({
  name: 'score-regression',
  summary: 'Whether a score fell short of the mean of the last five.',
  input: z.strictObject({ before: z.array(share), score: share }),
  run: ({ before, score }) => scoreRegression(before, score),
  example: {
    input: { before: [0.8, 0.8, 0.8, 0.8, 0.8], score: 0.68 },
    output: { regressed: true, mean: 0.8, drop: 0.15 },
  },
})
