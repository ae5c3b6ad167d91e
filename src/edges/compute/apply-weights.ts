import * as z from 'zod'
import { applyWeights } from '../../engine/laws/apply-weights.ts'
import { defineLaw, share } from './law.ts'

const byCriterion = z.record(z.string().min(1), share)

export const applyWeightsLaw = defineLaw({
  name: 'apply-weights',
  summary: 'What raw scores are worth by the weights of their criteria.',
  input: z.strictObject({ scores: byCriterion, weights: byCriterion.default({}) }),
  run: ({ scores, weights }) => applyWeights(scores, weights),
  example: {
    input: { scores: { type_safe: 0.8, readable: 0.5 }, weights: { type_safe: 0.75 } },
    output: {
      type_safe: { raw: 0.8, weighted: 0.6, weight: 0.75 },
      readable: { raw: 0.5, weighted: 0.5, weight: 1 },
    },
  },
})
