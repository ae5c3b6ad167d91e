import { describe, expect, it } from 'vitest'
import { BAYES } from '../../engine/belief/bayes-policy.ts'
import { beliefLines, believedChanges, whyBelieved } from './why-believed.ts'

const belief = {
  posterior: { help: 0.8, neutral: 0.15, harm: 0.05 },
  prior: BAYES.prior,
  effect: 0.3795,
  deviation: 0.2,
  observations: 3,
  internalObservations: 2,
  eValue: 4.21,
  group: '3+ cited internal',
}

describe('why a pattern is worth what it is', () => {
  it('is a sum that can be checked by hand', () => {
    const parts = { value: 0.066, relevance: 0.8, effect: 0.1125, beside: -0.004, cost: 0.02 }
    expect(whyBelieved({ ...parts, help: 0.35, neutral: 0.5, harm: 0.15 })).toBe(
      'value 0.066 = relevance 0.80 x effect 0.113 - 0.004 beside the point - 0.020 for its tokens; helps 0.35, does nothing 0.50, harms 0.15',
    )
    expect(whyBelieved({ ...parts, inverted: 1 })).toMatch(/^value as a warning 0\.066 = /)
    expect(whyBelieved({ ...parts, exploration: 1 })).toMatch(/; shown to learn about it$/)
  })

  it('tells what was observed, and where patterns like it begin', () => {
    expect(beliefLines(belief)).toEqual([
      'helps 0.80, does nothing 0.15, harms 0.05, after 3 observations, 2 from inside',
      'patterns like it (seen on 3+ days, with a place in the code, internal) begin at helps 0.35',
      'e-value 4.2 for its help, valid whenever one looks; a promotion is suggested from 20 on',
    ])
  })

  it('tells that it is not proven, and what changes that', () => {
    const { prior } = belief
    const unproven = { ...belief, posterior: prior, effect: 0.1125, deviation: 0.3056 }
    expect(believedChanges(unproven, 0.02, BAYES)[1]).toBe(
      'it is not proven: a block shows 2 such lines at most, the best, until outcomes and verdicts speak for it, or a person promotes it',
    )
    expect(believedChanges({ ...unproven, isFromOutside: true }, 0.02, BAYES)[1]).toMatch(
      /^it began outside and is not proven: shown in a share of 0\.1 of the blocks/,
    )
  })

  it('takes the word of a person for proof', () => {
    const promoted = { ...belief, effect: 0.1125, deviation: 0.3056, isPromoted: true }
    expect(believedChanges(promoted, 0.02, BAYES).join()).not.toContain('not proven')
  })

  it('tells from which relevance it is worth its tokens', () => {
    expect(believedChanges(belief, 0.02, BAYES)[0]).toMatch(
      /^shown for work that it has at least 0\.10 to do/,
    )
    const harmful = { ...belief, effect: -0.3 }
    expect(believedChanges(harmful, 0.02, BAYES)[0]).toMatch(/^shown again when /)
    expect(believedChanges(belief, 0.02, BAYES)[1]).toContain('half of the way in 277 days')
  })

  it('says nothing of the passing of time while nothing was observed that could leak away', () => {
    const begun = { ...belief, posterior: belief.prior }
    expect(believedChanges(begun, 0.02, BAYES).join()).not.toContain('without news')
  })
})
