import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyShare } from '../../../test/worlds/any-posterior.ts'
import { calibrationOf, NO_PREDICTIONS, type Prediction, recalibrated, withPrediction } from './calibration.ts'

const sumsOf = (predictions: readonly Prediction[]) =>
  predictions.reduce((sums, prediction) => withPrediction(sums, prediction), NO_PREDICTIONS)
const repeated = (probability: number, successes: number, all: number) =>
  Array.from({ length: all }, (_, i) => ({ probability, success: i < successes }))

describe('calibration', () => {
  it('gives Brier 0.2, log loss 0.5697 and ECE 0.4 for 0.8 that came true and 0.6 that did not', () => {
    const sums = sumsOf([
      { probability: 0.8, success: true },
      { probability: 0.6, success: false },
    ])
    const { brier, logLoss, ece, predictions, known } = calibrationOf(sums)
    expect([brier, logLoss, ece].map((n) => n.toFixed(4))).toEqual(['0.2000', '0.5697', '0.4000'])
    expect([predictions, known]).toEqual([2, false])
  })

  it('is known after 30 predictions', () => {
    expect(calibrationOf(sumsOf(repeated(0.5, 15, 29))).known).toBe(false)
    expect(calibrationOf(sumsOf(repeated(0.5, 15, 30)))).toMatchObject({ known: true, ece: 0 })
  })

  it('is unchanged after a prediction is added and removed', () => {
    const some = repeated(0.7, 2, 3)
    const more = withPrediction(sumsOf(some), { probability: 0.1, success: true })
    const back = calibrationOf(withPrediction(more, { probability: 0.1, success: true }, -1))
    expect(back.brier).toBeCloseTo(calibrationOf(sumsOf(some)).brier, 12)
    expect(back.predictions).toBe(3)
  })

  it('gives a wrong prediction of 1 a finite log loss', () => {
    expect(calibrationOf(sumsOf([{ probability: 1, success: false }])).logLoss).toBeLessThan(14)
  })
})

describe('a recalibrated probability', () => {
  it('of 0.83 where 28 of 40 came true is 0.726', () => {
    expect(recalibrated(0.83, sumsOf(repeated(0.85, 28, 40)))).toBeCloseTo(0.726, 9)
  })

  it('is unchanged without similar predictions, and stays between 0 and 1', () => {
    fc.assert(
      fc.property(anyShare, fc.array(fc.tuple(anyShare, fc.boolean())), (p, said) => {
        expect(recalibrated(p, NO_PREDICTIONS)).toBeCloseTo(p, 12)
        const sums = sumsOf(said.map(([probability, success]) => ({ probability, success })))
        expect(recalibrated(p, sums)).toBeGreaterThanOrEqual(0)
        expect(recalibrated(p, sums)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
