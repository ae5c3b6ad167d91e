import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithheld } from './holdout.ts'

const draw = fc.record({ seed: fc.string(), run: fc.string(), pattern: fc.string() })

describe('hold-out', () => {
  it('withholds nothing at a share of 0 and everything at 1', () => {
    fc.assert(
      fc.property(draw, (given) => {
        expect(isWithheld(given, 0)).toBe(false)
        expect(isWithheld(given, 1)).toBe(true)
      }),
    )
  })

  it('draws the same for the same run and pattern', () => {
    fc.assert(
      fc.property(draw, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        expect(isWithheld(given, share)).toBe(isWithheld({ ...given }, share))
      }),
    )
  })

  it('also withholds everything that a smaller share withholds', () => {
    fc.assert(
      fc.property(draw, fc.double({ min: 0, max: 0.5, noNaN: true }), (given, share) => {
        if (isWithheld(given, share)) expect(isWithheld(given, share * 2)).toBe(true)
      }),
    )
  })

  it('withholds about the configured share', () => {
    const withheld = Array.from({ length: 5_000 }, (_, i) =>
      isWithheld({ seed: 's', run: `r${i % 50}`, pattern: `p${i}` }, 0.1),
    )
    expect(withheld.filter(Boolean).length / 5_000).toBeCloseTo(0.1, 1)
  })
})
