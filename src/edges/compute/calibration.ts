import * as z from 'zod'
import {
  calibrationOf,
  NO_PREDICTIONS,
  recalibrated,
  withPrediction,
} from '../../engine/belief/calibration.ts'
import { defineLaw, share } from './law.ts'

export const calibrationLaw = defineLaw({
  name: 'calibration',
  summary: 'How well predictions and outcomes agree, and what a probability is worth in their light.',
  input: z.strictObject({
    predictions: z.array(z.strictObject({ probability: share, success: z.boolean() })).max(1_000_000),
    /** Probabilities to be recalibrated. */
    recalibrate: z.array(share).max(10_000).default([]),
  }),
  run: ({ predictions, recalibrate }) => {
    const sums = predictions.reduce((sum, each) => withPrediction(sum, each), NO_PREDICTIONS)
    return { ...calibrationOf(sums), recalibrated: recalibrate.map((each) => recalibrated(each, sums)) }
  },
  example: {
    input: {
      predictions: [
        { probability: 0.75, success: true },
        { probability: 0.5, success: false },
      ],
      recalibrate: [0.75],
    },
    output: { predictions: 2, brier: 0.15625, ece: 0.375, known: false, recalibrated: [8.5 / 11] },
  },
})
