import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseSimilarity, nearestOf, nearnessTo, semanticWeight, tellingTokens } from './fuse-similarity.ts'

describe('the weight of the meaning', () => {
  it('is 0.5 for plain words', () => {
    expect(semanticWeight('fix the login of the mobile client')).toBeCloseTo(0.5)
    expect(semanticWeight('')).toBe(0.5)
  })

  it('falls with the share of identifiers', () => {
    expect(semanticWeight('TypeError in src/token.ts:42')).toBeCloseTo(0.3)
  })

  it.each(['parseToken', 'src/a.ts', 'ERR_INVALID', '0x1F', 'v2.1', 'open()', 'EACCES', 'a::b'])(
    'takes %s for an identifier',
    (word) => {
      expect(semanticWeight(word)).toBeCloseTo(0.2)
    },
  )

  it.each(['token', 'Login', 'a', "don't", 'end.', 'well-known'])('takes %s for a word', (word) => {
    expect(semanticWeight(word)).toBeCloseTo(0.5)
  })

  it('stays between its ends on any text', () => {
    fc.assert(
      fc.property(fc.string(), (question) => {
        const weight = semanticWeight(question)
        expect(weight).toBeGreaterThanOrEqual(0.2 - 1e-9)
        expect(weight).toBeLessThanOrEqual(0.5)
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

describe('how near documents are to a question', () => {
  const one = (score: number, cosine: number | undefined, similar = 0) => ({ score, cosine, similar })

  it('is their score over the best one, fused with their meaning', () => {
    const near = nearnessTo('close the pool', [one(6, 0.4), one(3, 0.5), one(0, 0.1)])
    expect([...near].map((each) => each.toFixed(2))).toEqual(['0.70', '0.50', '0.05'])
  })

  it('goes by words alone without a model, and counts a word that is spelt alike for half', () => {
    expect([...nearnessTo('close the pool', [one(6, undefined), one(0, undefined, 0.8)])]).toEqual([1, 0.4])
  })

  it('is the order of the scores among documents of the same meaning, whatever their scale', () => {
    const scores = fc.array(fc.double({ min: 1e-6, max: 50, noNaN: true }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(scores, (some) => {
        const near = nearnessTo(
          'any',
          some.map((score) => one(score, 0.3)),
        )
        for (const [at, score] of some.entries())
          for (const [other, less] of some.entries())
            if (score > less) expect(near[at]).toBeGreaterThanOrEqual(near[other]!)
      }),
    )
  })

  it('is in itself the share of words that both hold, by the shorter one, fused with the meaning', () => {
    const question = `parser token expiry ${Array.from({ length: 37 }, (_, n) => `other${n}`).join(' ')}`
    const words = () => tellingTokens('parser token expiry login cookie lifetime')
    // Of forty words 37 are names with a number, so the meaning weighs 0.5 - 0.3 x 37 / 40 = 0.2225.
    expect(nearestOf(question, [{ ...one(2, 0.5), words }])).toBeCloseTo(0.2225 * 0.5 + 0.7775 * 0.375, 9)
    const plain = 'the parser and the token of an expiry'
    expect(nearestOf(plain, [{ ...one(2, 0.5), words }])).toBeCloseTo(0.5 * 0.5 + 0.5 * 0.6, 9)
  })

  it('says little of one shared word of two, and nothing where nothing is shared', () => {
    const of = (text: string, score: number) =>
      nearestOf('keep the payment key', [{ ...one(score, undefined), words: () => tellingTokens(text) }])
    expect(of('Keep functions small', 1)).toBeCloseTo(1 / 5, 9)
    expect(of('Keep functions small', 0)).toBe(0)
    expect(nearestOf('anything', [])).toBe(0)
  })
})
