import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPosterior, anyShare } from '../../../test/worlds/any-posterior.ts'
import { BAYES } from './bayes-policy.ts'
import { invertedEffect, patternDensity, patternValue, relevanceProbability } from './pattern-value.ts'

const HARMFUL = { help: 0.05, neutral: 0.15, harm: 0.8 }
const anyTokens = fc.integer({ min: 1, max: 500 })

describe('the value of a pattern', () => {
  it('is 0.066 for the prior at relevance 0.8 and 25 tokens, with density 0.0132', () => {
    const { value, density } = patternValue({ posterior: BAYES.prior, relevance: 0.8, tokens: 25 })
    expect([value.toFixed(4), density.toFixed(4)]).toEqual(['0.0660', '0.0132'])
  })

  it('is below 0 for an irrelevant pattern', () => {
    fc.assert(
      fc.property(anyPosterior, anyTokens, (posterior, tokens) => {
        expect(patternValue({ posterior, relevance: 0, tokens }).value).toBeLessThan(0)
      }),
    )
  })

  it('never rises with length, and never falls as harm becomes help', () => {
    fc.assert(
      fc.property(anyPosterior, anyShare, anyTokens, (posterior, relevance, tokens) => {
        const { value } = patternValue({ posterior, relevance, tokens })
        expect(patternValue({ posterior, relevance, tokens: tokens + 1 }).value).toBeLessThan(value)
        const better = { ...posterior, help: posterior.help + posterior.harm, harm: 0 }
        expect(patternValue({ posterior: better, relevance, tokens }).value).toBeGreaterThanOrEqual(value)
      }),
    )
  })
})

describe('the density alone', () => {
  it('equals the density of patternValue exactly', () => {
    const observations = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(anyPosterior, anyShare, anyTokens, observations, (posterior, relevance, tokens, seen) => {
        const question = { posterior, relevance, tokens, internalObservations: seen }
        expect(patternDensity(question)).toBe(patternValue(question).density)
      }),
    )
  })

  it('is that of the warning if the warning has the higher value', () => {
    const question = { posterior: HARMFUL, relevance: 1, tokens: 25, internalObservations: 3 }
    expect(patternDensity(question)).toBe(patternValue(question).invertedValue / 5)
  })
})

describe('the probability that a pattern is about the work', () => {
  it('is 0.5 at a similarity of 0.35, 1 from 0.5, and 0 up to 0.2', () => {
    expect(relevanceProbability(0.35)).toBeCloseTo(0.5, 9)
    expect([0, 0.2, 0.5, 1].map((relevance) => relevanceProbability(relevance))).toEqual([0, 0, 1, 1])
  })
})

describe('a pattern turns into a warning', () => {
  const question = { posterior: HARMFUL, relevance: 0.8, tokens: 25 }

  it('if the warning has the higher, positive value, after three observations from inside', () => {
    expect(patternValue({ ...question, internalObservations: 3 })).toMatchObject({ inverts: true })
    expect(patternValue({ ...question, internalObservations: 3 }).invertedValue).toBeCloseTo(0.1776, 9)
    expect(patternValue({ ...question, internalObservations: 2 }).inverts).toBe(false)
    expect(patternValue(question).inverts).toBe(false)
  })

  it('by what it would do if followed: -0.1325 by the prior, and the effect of a harmful one turned round', () => {
    expect(invertedEffect(BAYES.prior)).toBeCloseTo(-0.1325, 9)
    expect(invertedEffect(HARMFUL)).toBeCloseTo(-0.025 - 0.003 + 0.28, 9)
  })

  it('and turns back when the evidence changes', () => {
    const recovered = { ...question, posterior: BAYES.prior, internalObservations: 9 }
    expect(patternValue(recovered).inverts).toBe(false)
  })

  it('never if the warning has no positive value', () => {
    fc.assert(
      fc.property(anyPosterior, anyShare, anyTokens, (posterior, relevance, tokens) => {
        const of = patternValue({ posterior, relevance, tokens, internalObservations: 99 })
        if (of.inverts) expect(of.invertedValue).toBeGreaterThan(Math.max(0, of.value))
        else expect(of.invertedValue <= 0 || of.invertedValue <= of.value).toBe(true)
      }),
    )
  })
})
