import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseSimilarity, semanticWeight } from './fuse-similarity.ts'

describe('the weight of the meaning', () => {
  it('is 0.7 for plain words', () => {
    expect(semanticWeight('fix the login of the mobile client')).toBeCloseTo(0.7)
    expect(semanticWeight('')).toBe(0.7)
  })

  it('falls with the share of identifiers', () => {
    expect(semanticWeight('TypeError in src/token.ts:42')).toBeCloseTo(0.3667, 4)
  })

  it.each(['parseToken', 'src/a.ts', 'ERR_INVALID', '0x1F', 'v2.1', 'open()', 'EACCES', 'a::b'])(
    'takes %s for an identifier',
    (word) => {
      expect(semanticWeight(word)).toBeCloseTo(0.2)
    },
  )

  it.each(['token', 'Login', 'a', "don't", 'end.', 'well-known'])('takes %s for a word', (word) => {
    expect(semanticWeight(word)).toBeCloseTo(0.7)
  })

  it('stays between its ends on any text', () => {
    fc.assert(
      fc.property(fc.string(), (question) => {
        const weight = semanticWeight(question)
        expect(weight).toBeGreaterThanOrEqual(0.2 - 1e-9)
        expect(weight).toBeLessThanOrEqual(0.7)
      }),
    )
  })
})

describe('the fused similarity', () => {
  it('weighs meaning and words', () => {
    expect(fuseSimilarity(0.8, 0.3, 0.7)).toBeCloseTo(0.65)
  })

  it('lets the words speak alone without a model', () => {
    expect(fuseSimilarity(undefined, 0.3, 0.7)).toBe(0.3)
  })

  it('counts an opposite meaning as none', () => {
    expect(fuseSimilarity(-0.5, 0.4, 0.5)).toBeCloseTo(0.2)
  })

  it('stays between 0 and 1', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), share, share, (cosine, lexical, weight) => {
        const fused = fuseSimilarity(cosine, lexical, weight)
        expect(fused).toBeGreaterThanOrEqual(0)
        expect(fused).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})
