import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { textTokens, tokenSet } from './words.ts'

describe('text tokens', () => {
  it.each([
    ["Don't re-use API_KEY!", ["don't", 're', 'use', 'api_key']],
    ['src/auth/Token.ts:42', ['src', 'auth', 'token', 'ts', '42']],
    ['Prüfe ÄNDERUNGEN zuerst', ['prüfe', 'änderungen', 'zuerst']],
    ['e\u0301te\u0301 = \u00e9t\u00e9', ['\u00e9t\u00e9', '\u00e9t\u00e9']],
    ['检查 token 过期', ['检', '查', 'token', '过', '期']],
    ["'quoted' -- …", ['quoted']],
    ['', []],
  ])('reads %j', (text, words) => {
    expect(textTokens(text)).toEqual(words)
  })

  it('keeps each word once in the set', () => {
    expect([...tokenSet('check, CHECK and check')]).toEqual(['check', 'and'])
  })

  it('never throws, and every token is found again as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const token of textTokens(text)) expect(token).not.toMatch(/\s/u)
        const again = textTokens(textTokens(text).join(' '))
        expect(textTokens(again.join(' '))).toEqual(again)
      }),
    )
  })

  it('stays linear on long runs', () => {
    for (const unit of ["a'", 'a'])
      expect(
        growth(400_000, (length) => textTokens(unit.repeat(length))),
        unit,
      ).toBeLessThan(LINEAR)
  })
})
