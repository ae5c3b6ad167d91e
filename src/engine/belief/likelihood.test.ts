import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPosterior, anyShare } from '../../../test/worlds/any-posterior.ts'
import { BAYES } from './bayes-policy.ts'
import { logLikelihood, outcomeLikelihood, successProbability, verdictLikelihood } from './likelihood.ts'
import { updated } from './posterior.ts'

const anyAccuracy = fc.double({ min: 0.5, max: 0.98, noNaN: true })
const anyLogits = fc.double({ min: -4, max: 4, noNaN: true })

describe('a verdict', () => {
  it('of accuracy 0.9 at relevance 0.8 is useful with 0.74 if the pattern helps, else with 0.1', () => {
    const said = verdictLikelihood({ useful: true, accuracy: 0.9, relevance: 0.8 })
    expect(said.help).toBeCloseTo(0.74, 9)
    expect([said.neutral, said.harm]).toEqual([said.neutral, said.neutral])
    expect(said.neutral).toBeCloseTo(0.1, 9)
    expect(updated(BAYES.prior, logLikelihood(said)).help).toBeCloseTo(0.8193, 4)
  })

  it('says nothing about an irrelevant pattern', () => {
    const { help, neutral } = verdictLikelihood({ useful: false, accuracy: 0.9, relevance: 0 })
    expect(help).toBe(neutral)
  })

  it('in favour never lowers the probability that the pattern helps, and against never raises it', () => {
    fc.assert(
      fc.property(anyPosterior, anyAccuracy, anyShare, fc.boolean(), (posterior, accuracy, relevance, says) => {
        const helpAfter = (useful: boolean) => {
          const said = { useful, harmful: says && !useful, accuracy, relevance }
          return updated(posterior, logLikelihood(verdictLikelihood(said))).help
        }
        expect(helpAfter(true)).toBeGreaterThanOrEqual(posterior.help - 1e-9)
        expect(helpAfter(false)).toBeLessThanOrEqual(posterior.help + 1e-9)
      }),
    )
  })
})

describe('an outcome', () => {
  const even = { success: true, baseline: 0, rest: 0, relevance: 1 }

  it('in an even context succeeds with 0.6029, 0.4958 and 0.4272', () => {
    const { help, neutral, harm } = outcomeLikelihood(even)
    expect([help, neutral, harm].map((p) => p.toFixed(4))).toEqual(['0.6029', '0.4958', '0.4272'])
  })

  it('says less if the other patterns explain it', () => {
    const lift = (rest: number) => updated(BAYES.prior, logLikelihood(outcomeLikelihood({ ...even, rest }))).help
    expect(lift(2)).toBeLessThan(lift(0))
    expect(lift(2)).toBeGreaterThan(0.35)
  })

  it('is inverted for a warning: success is evidence of harm', () => {
    const warned = outcomeLikelihood({ ...even, inverted: true })
    expect(warned.harm).toBeGreaterThan(warned.help)
  })

  it('that is good never lowers the probability of help, whatever else was shown', () => {
    fc.assert(
      fc.property(anyPosterior, anyLogits, anyLogits, anyShare, (posterior, baseline, rest, relevance) => {
        const outcome = { success: true, baseline, rest, relevance }
        const after = updated(posterior, logLikelihood(outcomeLikelihood(outcome)))
        expect(after.help).toBeGreaterThanOrEqual(posterior.help - 1e-9)
        expect(after.harm).toBeLessThanOrEqual(posterior.harm + 1e-9)
      }),
    )
  })

  it('is never certain', () => {
    expect(successProbability(99)).toBeCloseTo(0.92, 12)
    expect(successProbability(-99)).toBeCloseTo(0.08, 12)
  })
})
