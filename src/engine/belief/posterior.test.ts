import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPosterior, anyShare } from '../../../test/worlds/any-posterior.ts'
import { BAYES } from './bayes-policy.ts'
import { logLikelihood } from './likelihood.ts'
import { effectDeviation, expectedEffect, leaked, leakShare, updated } from './posterior.ts'

const DAY_MS = 86_400_000
const PROVEN = { help: 0.8, neutral: 0.15, harm: 0.05 }
const sum = ({ help, neutral, harm }: typeof PROVEN) => help + neutral + harm

describe('leaking', () => {
  it('takes 0.6321 in 100 days, and 0.01 more with an observation', () => {
    expect(leakShare(100 * DAY_MS, false)).toBeCloseTo(0.6321, 4)
    expect(leakShare(100 * DAY_MS, true)).toBeCloseTo(0.6421, 4)
    expect([leakShare(0, true), leakShare(-DAY_MS, false), leakShare(1e15, true)]).toEqual([0.01, 0, 1])
  })

  it('brings 0.8 for help to 0.5345 in 100 days', () => {
    expect(leaked(PROVEN, BAYES.prior, leakShare(100 * DAY_MS, false)).help).toBeCloseTo(0.5345, 4)
  })

  it('approaches the prior, never passes it, and reaches it in the end', () => {
    fc.assert(
      fc.property(anyPosterior, anyPosterior, anyShare, (posterior, prior, share) => {
        const after = leaked(posterior, prior, share)
        expect(sum(after)).toBeCloseTo(1, 9)
        const [low, high] = [Math.min(posterior.help, prior.help), Math.max(posterior.help, prior.help)]
        expect(after.help).toBeGreaterThanOrEqual(low - 1e-12)
        expect(after.help).toBeLessThanOrEqual(high + 1e-12)
        expect(leaked(posterior, prior, 1)).toEqual(prior)
      }),
    )
  })
})

describe('an observation', () => {
  it('of likelihoods 0.75, 0.25, 0.25 lifts help from 0.38 to 0.6477', () => {
    const likelihood = logLikelihood({ help: 0.75, neutral: 0.25, harm: 0.25 })
    expect(updated(BAYES.prior, likelihood).help).toBeCloseTo(0.6477, 4)
  })

  it('gives probabilities that add up to 1, none of them 0', () => {
    const anyLog = fc.double({ min: -50, max: 0, noNaN: true })
    fc.assert(
      fc.property(anyPosterior, anyLog, anyLog, anyLog, (posterior, help, neutral, harm) => {
        const after = updated(posterior, { help, neutral, harm })
        expect(sum(after)).toBeCloseTo(1, 9)
        expect(Math.min(after.help, after.neutral, after.harm)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the effect of a pattern', () => {
  it('is 0.1182 for the prior, with a standard deviation of 0.3213', () => {
    expect(expectedEffect(BAYES.prior)).toBeCloseTo(0.1182, 9)
    expect(effectDeviation(BAYES.prior)).toBeCloseTo(0.3213, 4)
  })

  it('lies between harm and help', () => {
    fc.assert(
      fc.property(anyPosterior, (posterior) => {
        expect(expectedEffect(posterior)).toBeGreaterThanOrEqual(-0.35)
        expect(expectedEffect(posterior)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})
