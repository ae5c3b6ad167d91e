import fc from 'fast-check'
import { countTokens as exactTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens, estimateBlockTokens, estimateTokens, lineCost, withReserve } from './tokens.ts'
import { oneLine } from './visible-text.ts'

const LINES = [
  '- Always check token expiry before API calls (5x validated)',
  '- Check for None before accessing optional dict keys (-2 net, 3x ignored)',
  '- When a migration adds a NOT NULL column, backfill it in the same transaction (score:0.42) via:auditor',
  '- In src/store/sqlite/sqlite-store.ts open the database with a busy timeout of at most 50 ms (1x validated)',
]

describe('token estimate', () => {
  it.each([
    [0, 0],
    [1, 2],
    [20, 21],
    [100, 105],
    [180, 189],
  ])('keeps five percent in reserve: %d counts as %d', (tokens, expected) => {
    expect(withReserve(tokens)).toBe(expected)
  })

  it('counts nothing for no text', () => {
    expect(estimateTokens('')).toBe(0)
  })

  it('is not below an exact tokenizer for a block of pattern lines, and not above by a third', () => {
    const block = ['=== HISTORICAL PATTERNS (judge) ===', ...LINES].join('\n')
    expect(estimateTokens(block)).toBeGreaterThanOrEqual(exactTokens(block))
    expect(estimateTokens(block)).toBeLessThan(exactTokens(block) * 1.34)
  })

  it('of a line is the same from its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.double({ min: 0, max: 2 }), (text, score) => {
        const parts = ['-', oneLine(text), `(score:${score.toFixed(2)})`, 'via:auditor'].filter((part) => part !== '')
        const count = parts.reduce((sum, part) => sum + countTokens(part), 0)
        expect(lineCost(count)).toBe(estimateBlockTokens([parts.join(' ')]))
      }),
    )
  })

  it('never throws and is a whole number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tokens = estimateTokens(text)
        expect(Number.isInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('block of lines', () => {
  it('costs 2 tokens more per line', () => {
    expect(estimateBlockTokens([])).toBe(0)
    expect(estimateBlockTokens(['', ''])).toBe(4)
    expect(estimateBlockTokens(LINES)).toBe(LINES.reduce((sum, line) => sum + estimateTokens(line) + 2, 0))
  })

  it('is not below an exact tokenizer, however short the lines', () => {
    const labels = ['(5x validated)', '(-2 net, 3x ignored)', '(score:0.42) via:auditor']
    const line = fc.tuple(fc.lorem({ maxCount: 12 }), fc.constantFrom(...labels))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (parts) => {
        const lines = parts.map(([text, label]) => `- ${englishOf(text)} ${label}`)
        expect(estimateBlockTokens(lines)).toBeGreaterThanOrEqual(exactTokens(lines.join('\n')))
      }),
    )
  })
})

/** The exact tokenizer splits made-up Latin far finer than the language of patterns; so words of that length. */
function englishOf(lorem: string): string {
  const words = ['to', 'use', 'check', 'token', 'expiry', 'before', 'request', 'database', 'migration', 'transaction']
  return lorem
    .split(' ')
    .map((word) => words[word.length % words.length])
    .join(' ')
}
