import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { normalizeText, textHash } from './text-hash.ts'

describe('normalised text', () => {
  it.each([
    ['  Check  the Token\nexpiry. ', 'check the token expiry'],
    ['Really?! …', 'really'],
    ['call f() first', 'call f() first'],
    ['e\u0301te\u0301', '\u00e9t\u00e9'],
    ['v1.2, not v1.3', 'v1.2, not v1.3'],
    ['. . .', ''],
  ])('turns %j into %j', (text, normal) => {
    expect(normalizeText(text)).toBe(normal)
  })

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalizeText(text)
        expect(normalizeText(once)).toBe(once)
      }),
    )
  })

  it('stays linear on long runs of punctuation and space', () => {
    expect(growth(400_000, (length) => normalizeText(`${'. '.repeat(length)}a`))).toBeLessThan(LINEAR)
    expect(growth(400_000, (length) => normalizeText(`a${'. '.repeat(length)}`))).toBeLessThan(LINEAR)
  })
})

describe('text hash', () => {
  it('is the SHA-256 of the normalised text', () => {
    expect(textHash('ABC.')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('differs when the words differ', () => {
    expect(textHash('check a')).not.toBe(textHash('check b'))
  })
})
