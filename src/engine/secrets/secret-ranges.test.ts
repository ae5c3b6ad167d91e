import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOST_RULES } from './host-rules.ts'
import { PASSWORD_RULES } from './password-rules.ts'
import { SECRET_RULES } from './redact-rules.ts'
import { secretRanges } from './secret-ranges.ts'

const KEYWORDS = [...SECRET_RULES, ...PASSWORD_RULES, ...HOST_RULES].flatMap((rule) => rule.keywords)
const LETTERS = KEYWORDS.flatMap((keyword) => keyword.match(/[a-z]+/g) ?? [])

describe('secretRanges', () => {
  it('takes no word of at most 15 letters for a secret, so that redact need not look', () => {
    const piece = fc.constantFrom(...LETTERS, ...LETTERS.map((word) => word.toUpperCase()), 'a', 'Z')
    const word = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('').slice(0, 15))
    fc.assert(
      fc.property(word, (text) => {
        expect(secretRanges(text, new Map())).toEqual([])
      }),
    )
  })

  it('finds a keyword wherever it stands, in either case', () => {
    const key = `AKIA${'Q7'.repeat(8)}`
    for (const text of [key, `x${key}`, `${key}.`, `the key ${key} leaked`])
      expect(secretRanges(text, new Map())).toMatchObject([{ kind: 'aws-access-key', secret: key }])
  })

  it('tells them in the order of the text, whichever rule finds them', () => {
    const token = ['ghp_', 'R7dK2mQ9xLp4Vn8sWz3Tb6Hc1Yf5Jg0aEuQk'].join('')
    const assigned = ['hunter2', 'x9'].join('')
    const found = secretRanges(`password = "${assigned}" and later ${token}`, new Map())
    expect(found.map(({ kind, secret }) => [kind, secret])).toEqual([
      ['assigned-secret', assigned],
      ['github-token', token],
    ])
  })

  it('names a stretch by the rule that stands first in the table', () => {
    const text = 'postgres://app:hunter2x9@db.prod.internal/orders'
    expect(secretRanges(text, new Map()).map(({ kind }) => kind)).toEqual(['database-url', 'internal-host'])
  })
})
