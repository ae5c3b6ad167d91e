import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PATTERN_SCORE, type PatternEvidence, patternScore } from './pattern-score.ts'

const RULE: PatternEvidence = {
  successes: 3,
  ignoreWeight: 1.5,
  daysSinceUse: 0,
  reinforcements: 0,
  category: 'rule',
}
const FRESH: PatternEvidence = { successes: 1, daysSinceUse: 0, reinforcements: 0, category: 'observation' }

const score = (changes: Partial<PatternEvidence>, of = FRESH) => patternScore({ ...of, ...changes }).score

describe('classic score', () => {
  it('gives the worked numbers', () => {
    expect(patternScore(RULE).score).toBeCloseTo(0.8667, 4)
    expect(score({ similarity: 0.5 }, RULE)).toBeCloseTo(0.6467, 4)
    expect(score({ maturity: 'proven', daysSinceUse: 14 }, RULE)).toBeCloseTo(0.4782, 4)
  })

  it('returns every part it multiplied', () => {
    const { parts } = patternScore({
      ...RULE,
      daysSinceUse: 14,
      maturity: 'proven',
      similarity: 0.5,
      contextOverlap: { labels: true },
    })
    expect(parts.successRate).toBeCloseTo(0.6667, 4)
    expect(parts.decay).toBeCloseTo(0.3679, 4)
    expect(parts).toMatchObject({ categoryWeight: 1.3, multiplier: 1.5, boost: 0.1, semantic: 0.5 })
    expect(patternScore(RULE).parts).not.toHaveProperty('semantic')
    const stale = patternScore({ ...RULE, staleCited: true })
    expect(stale.parts).toEqual({ ...patternScore(RULE).parts, freshness: PATTERN_SCORE.staleCitedFactor })
  })

  it('scores a new pattern 1, and says that nothing is known of it', () => {
    expect(patternScore({ ...FRESH, successes: 0 })).toMatchObject({ score: 1, known: false })
    expect(patternScore(FRESH)).toMatchObject({ score: 1, known: true })
    expect(patternScore({ ...FRESH, successes: 0, ignoreCount: 1 })).toMatchObject({ score: 0, known: true })
  })

  it('falls back to the plain count where no ignore weight is known', () => {
    expect(score({ successes: 1, ignoreCount: 3 })).toBe(0.25)
    expect(score({ successes: 1, ignoreCount: 3, ignoreWeight: 1 })).toBe(0.5)
    expect(score({ successes: 1, ignoreCount: 3, ignoreWeight: 0 })).toBe(1)
  })

  it.each([
    [0, 0, 1],
    [9.704, 0, 0.5],
    [14, 0, 0.3679],
    [14, 2, 0.3679],
    [14, 3, 1],
    [365, 4, 1],
    [-3, 0, 1],
  ])('after %d days with %d reinforcements keeps %d', (daysSinceUse, reinforcements, left) => {
    expect(score({ daysSinceUse, reinforcements })).toBeCloseTo(left, 4)
  })

  it.each([
    ['observation', 1],
    ['causal', 1.1],
    ['rule', 1.3],
  ] as const)('weighs %s as %d', (category, weight) => {
    expect(score({ category })).toBe(weight)
  })

  it.each([
    ['candidate', 0.5],
    ['established', 1],
    ['proven', 1.5],
  ] as const)('multiplies %s by %d', (maturity, multiplier) => {
    expect(score({ maturity })).toBe(multiplier)
  })

  it.each([
    [{}, 0],
    [{ labels: true }, 0.1],
    [{ files: true }, 0.1],
    [{ phase: true }, 0.1],
    [{ files: true, phase: true }, 0.1],
    [{ labels: true, files: true, phase: true }, 0.2],
  ])('adds for overlap %j a boost of %d after the product', (contextOverlap, boost) => {
    expect(score({ contextOverlap, successes: 0, ignoreCount: 1 })).toBeCloseTo(boost, 10)
    expect(score({ contextOverlap, maturity: 'proven' })).toBeCloseTo(1.5 + boost, 10)
  })

  it('scores deprecated 0 on either axis, and neither boost nor similarity lifts it', () => {
    const lifted = { similarity: 1, contextOverlap: { labels: true, files: true } }
    expect(patternScore({ ...FRESH, ...lifted, maturity: 'deprecated' })).toMatchObject({
      score: 0,
      excluded: true,
      parts: { multiplier: 0 },
    })
    expect(patternScore({ ...FRESH, ...lifted, deprecated: true })).toMatchObject({
      score: 0,
      excluded: true,
    })
    expect(patternScore({ ...FRESH, ...lifted }).excluded).toBe(false)
  })
})

const evidence = fc.record(
  {
    successes: fc.nat(1000),
    ignoreWeight: fc.double({ min: 0, max: 1000, noNaN: true }),
    daysSinceUse: fc.double({ min: 0, max: 4000, noNaN: true }),
    reinforcements: fc.nat(6),
    category: fc.constantFrom('observation' as const, 'causal' as const, 'rule' as const),
    maturity: fc.constantFrom('candidate' as const, 'established' as const, 'proven' as const, 'deprecated' as const),
    similarity: fc.double({ min: 0, max: 1, noNaN: true }),
    contextOverlap: fc.record({ labels: fc.boolean(), files: fc.boolean() }),
  },
  { requiredKeys: ['successes', 'daysSinceUse', 'reinforcements', 'category'] },
)

describe('laws of the classic score', () => {
  it('stays between 0 and 1.3 x 1.5 + 0.2', () => {
    fc.assert(
      fc.property(evidence, (e) => {
        expect(patternScore(e).score).toBeGreaterThanOrEqual(0)
        expect(patternScore(e).score).toBeLessThanOrEqual(2.15 + 1e-9)
      }),
    )
  })

  it('never falls with a success once there is a record, nor rises with an ignore or a day', () => {
    fc.assert(
      fc.property(evidence, (e) => {
        const now = patternScore(e)
        if (now.known) expect(score({ successes: e.successes + 1 }, e)).toBeGreaterThanOrEqual(now.score - 1e-12)
        expect(score({ ignoreWeight: (e.ignoreWeight ?? 0) + 1 }, e)).toBeLessThanOrEqual(now.score + 1e-12)
        expect(score({ daysSinceUse: e.daysSinceUse + 1 }, e)).toBeLessThanOrEqual(now.score + 1e-12)
      }),
    )
  })
})
