import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { match } from './match-text.ts'

const of = (...summaries: string[]) => summaries.map((summary, index) => ({ id: `P-${index + 1}`, summary }))

describe('match', () => {
  it('is exact before anything else', () => {
    expect(match(' Check expiry ', of('check expiry', 'Check expiry', 'Check expiry now'))).toEqual({
      id: 'P-2',
      tier: 'exact',
      similarity: 1,
    })
  })

  it('is case-insensitive before substring', () => {
    expect(match('CHECK EXPIRY', of('check expiry now', 'check expiry'))).toEqual({
      id: 'P-2',
      tier: 'case-insensitive',
      similarity: 1,
    })
  })

  it('is a substring in either direction', () => {
    expect(match('check expiry', of('Always check expiry of tokens'))).toEqual({
      id: 'P-1',
      tier: 'substring',
      similarity: 0.4,
    })
    expect(match('Always check expiry of tokens', of('Check expiry'))).toMatchObject({
      id: 'P-1',
      tier: 'substring',
    })
  })

  it('is a Jaccard overlap above 0.6 last', () => {
    expect(match('always check token expiry', of('expiry check token'))).toEqual({
      id: 'P-1',
      tier: 'jaccard',
      similarity: 0.75,
    })
    expect(match('a b c d', of('d c b x'))).toEqual({ tier: 'none', similarity: 0.6 })
  })

  it('credits the single best match of its tier, the first among equals', () => {
    expect(match('check expiry', of('check expiry of every token', 'check expiry first'))).toMatchObject({
      id: 'P-2',
    })
    expect(match('a b c d e', of('e d c b', 'e d c b a', 'b a c d e'))).toMatchObject({
      id: 'P-2',
      similarity: 1,
    })
  })

  it('finds nothing for an empty trigger, in an empty summary, among no patterns', () => {
    expect(match('', of('check', ''))).toEqual({ tier: 'none', similarity: 0 })
    expect(match(' \n', of(''))).toEqual({ tier: 'none', similarity: 0 })
    expect(match('check', of('', ' '))).toEqual({ tier: 'none', similarity: 0 })
    expect(match('check', [])).toEqual({ tier: 'none', similarity: 0 })
  })
})

describe('laws of the match', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 4 }))

  it('never throws, stays between 0 and 1, and names a pattern exactly when it matched', () => {
    fc.assert(
      fc.property(text, fc.array(text), (trigger, summaries) => {
        const found = match(trigger, of(...summaries))
        expect(found.similarity >= 0 && found.similarity <= 1).toBe(true)
        expect(found.id === undefined).toBe(found.tier === 'none')
      }),
    )
  })

  it('finds every pattern by its own summary', () => {
    fc.assert(
      fc.property(text, fc.array(text), (own, others) => {
        fc.pre(own.trim() !== '')
        expect(match(own, of(...others, own)).tier).toBe('exact')
      }),
    )
  })

  it('stays linear in the length of the texts', () => {
    const near = (length: number) => match('a'.repeat(length), of(`b${'a'.repeat(length)}`, 'a '.repeat(length / 2)))
    const longer = (length: number) => match(`${'a'.repeat(length / 2)}b`, of('a'.repeat(length)))
    for (const work of [near, longer]) expect(growth(200_000, work)).toBeLessThan(LINEAR)
  })
})
