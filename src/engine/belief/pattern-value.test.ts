import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPosterior, anyShare } from '../../../test/worlds/any-posterior.ts'
import { BAYES } from './bayes-policy.ts'
import { invertedEffect, patternValue, relevanceAnywhere, relevanceProbability, WHILE_OPEN } from './pattern-value.ts'

const HARMFUL = { help: 0.05, neutral: 0.15, harm: 0.8 }

describe('the value of a pattern', () => {
  it('is 0.07056 for the prior at relevance 0.8', () => {
    expect(patternValue({ posterior: BAYES.prior, relevance: 0.8 }).value).toBeCloseTo(0.07056, 9)
  })

  it('is below 0 for an irrelevant pattern', () => {
    fc.assert(
      fc.property(anyPosterior, (posterior) => {
        expect(patternValue({ posterior, relevance: 0 }).value).toBeLessThan(0)
      }),
    )
  })

  it('rises with relevance if the pattern is believed to help, and never falls as harm becomes help', () => {
    fc.assert(
      fc.property(anyPosterior, anyShare, anyShare, (posterior, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        const value = (relevance: number, of = posterior) => patternValue({ posterior: of, relevance }).value
        if (posterior.help > posterior.harm) expect(value(more)).toBeGreaterThanOrEqual(value(less))
        const better = { ...posterior, help: posterior.help + posterior.harm, harm: 0 }
        expect(value(one, better)).toBeGreaterThanOrEqual(value(one))
      }),
    )
  })

  it('is at least 0.03 while its mistake is being counted, unless neither help nor harm is open any more', () => {
    const value = (help: number, harm: number, isOpen: boolean) =>
      patternValue({ posterior: { help, neutral: 1 - help - harm, harm }, relevance: 1, isOpen }).value
    expect(value(0.2, 0.3, false)).toBeCloseTo(-0.035, 9)
    expect(value(0.2, 0.3, true)).toBe(WHILE_OPEN.worth)
    expect(value(0.02, 0.6, true)).toBe(WHILE_OPEN.worth)
    for (const [help, harm] of [
      [0.09, 0.1],
      [0.09, 0.49],
      [0.2, 0.7],
      [0.6, 0.1],
    ] as const)
      expect(value(help, harm, true)).toBe(value(help, harm, false))
  })

  it('is that of the warning if the warning has the higher value', () => {
    const question = { posterior: HARMFUL, relevance: 1, internalObservations: 3 }
    expect(patternValue(question).best).toBe(patternValue(question).invertedValue)
  })
})

describe('the probability that a pattern is about the work', () => {
  it('is 0.5 at a similarity of 0.225, 1 from 0.3, and 0 up to 0.15', () => {
    expect(relevanceProbability(0.225)).toBeCloseTo(0.5, 9)
    expect([0, 0.15, 0.3, 1].map((relevance) => relevanceProbability(relevance))).toEqual([0, 0, 1, 1])
  })

  it('grows with its use for a pattern that names no place', () => {
    expect([0, 2, 8].map((used) => relevanceAnywhere(used))).toEqual([0.25, 0.5, 0.6])
  })
})

describe('a pattern turns into a warning', () => {
  const question = { posterior: HARMFUL, relevance: 0.8 }

  it('if it probably harms and the warning has the higher, positive value, after three observations from inside', () => {
    expect(patternValue({ ...question, internalObservations: 3 })).toMatchObject({ inverts: true })
    expect(patternValue({ ...question, internalObservations: 3 }).invertedValue).toBeCloseTo(0.1776, 9)
    expect(patternValue({ ...question, internalObservations: 2 }).inverts).toBe(false)
    expect(patternValue(question).inverts).toBe(false)
  })

  it('by what it would do if followed: -0.1358 by the prior, and the effect of a harmful one turned round', () => {
    expect(invertedEffect(BAYES.prior)).toBeCloseTo(-0.1358, 9)
    expect(invertedEffect(HARMFUL)).toBeCloseTo(-0.025 - 0.003 + 0.28, 9)
  })

  it('not because it does nothing: it must harm with a probability of 0.7', () => {
    const of = (harm: number) =>
      patternValue({
        posterior: { help: 0.01, neutral: 0.99 - harm, harm },
        relevance: 1,
        internalObservations: 99,
      })
    expect(of(0.69).invertedValue).toBeGreaterThan(of(0.69).value)
    expect([0.2, 0.69, 0.7].map((harm) => of(harm).inverts)).toEqual([false, false, true])
  })

  it('and turns back when the evidence changes', () => {
    const recovered = { ...question, posterior: BAYES.prior, internalObservations: 9 }
    expect(patternValue(recovered).inverts).toBe(false)
  })

  it('never if the warning has no positive value', () => {
    fc.assert(
      fc.property(anyPosterior, anyShare, (posterior, relevance) => {
        const of = patternValue({ posterior, relevance, internalObservations: 99 })
        if (of.inverts) expect(of.invertedValue).toBeGreaterThan(Math.max(0, of.value))
        else if (posterior.harm >= BAYES.warningFrom)
          expect(of.invertedValue <= 0 || of.invertedValue <= of.value).toBe(true)
      }),
    )
  })
})
