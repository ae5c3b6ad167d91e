import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoreRegression } from './strikes.ts'

const FIVE = [0.8, 0.8, 0.8, 0.8, 0.8]

describe('a score', () => {
  it('regressed when it falls short of the mean of the last five by 15 % or more', () => {
    expect(scoreRegression(FIVE, 0.68)).toEqual({ regressed: true, mean: 0.8, drop: 0.15 })
    expect(scoreRegression(FIVE, 0.69)).toMatchObject({ regressed: false, drop: 0.1375 })
    expect(scoreRegression(FIVE, 0.9)).toMatchObject({ regressed: false, drop: -0.125 })
  })

  it('is compared with the last five and no more', () => {
    expect(scoreRegression([0, 0, 0, ...FIVE], 0.68).mean).toBe(0.8)
    expect(scoreRegression([0.5], 0.4)).toMatchObject({ regressed: true, mean: 0.5 })
  })

  it('cannot fall from nothing', () => {
    expect(scoreRegression([], 0)).toEqual({ regressed: false })
    expect(scoreRegression([0, 0], 0)).toEqual({ regressed: false, mean: 0 })
  })

  it('does not regress at or above the mean', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1 }), (before) => {
        const { mean = 0 } = scoreRegression(before, 0)
        expect(scoreRegression(before, mean).regressed).toBe(false)
      }),
    )
  })
})
