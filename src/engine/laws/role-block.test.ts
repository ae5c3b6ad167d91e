import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { estimateBlockTokens } from '../text/tokens.ts'
import {
  INJECT,
  type InjectablePattern,
  inject,
  lineOf,
  lineTokens,
  lineTokensOf,
  tokensFor,
  wordingOf,
} from './role-block.ts'

const pattern = (id: string, score: number, changes: Partial<InjectablePattern> = {}): InjectablePattern => ({
  id,
  text: `Check the token expiry before call ${id}`,
  score,
  successes: 0,
  ignoreCount: 0,
  ...changes,
})
const many = (count: number) => Array.from({ length: count }, (_, i) => pattern(`p${i}`, 1 - i / 1000))
const long = (words: number) => Array(words).fill('expiry').join(' ')

describe('block', () => {
  it('has a header and one line per pattern with its track record, best first', () => {
    const patterns = [
      pattern('new', 0.42, { text: 'Third', role: 'auditor' }),
      pattern('good', 0.9, { text: 'First', successes: 5, role: 'judge' }),
      pattern('bad', 0.5, { text: 'Second', successes: 1, ignoreCount: 3 }),
    ]
    const { block, included, dropped, path } = inject({ role: 'judge', patterns })
    expect(block.split('\n')).toEqual([
      '=== HISTORICAL PATTERNS (judge) ===',
      '- First (5x validated)',
      '- Second (-2 net, 3x ignored)',
      '- Third (score:0.42) via:auditor',
    ])
    expect({ included, dropped, path }).toEqual({
      included: ['good', 'bad', 'new'],
      dropped: [],
      path: 'full',
    })
  })

  it('keeps each pattern and each role on one line', () => {
    const patterns = [pattern('a', 1, { text: ' two\nlines\r\nof text ', role: 'x\ny' })]
    expect(inject({ role: 'j\nz', patterns }).block.split('\n')).toEqual([
      '=== HISTORICAL PATTERNS (j z) ===',
      '- two lines of text (score:1.00) via:x y',
    ])
  })

  it('names the same role in another case not as another role', () => {
    expect(inject({ role: 'judge', patterns: [pattern('a', 1, { role: 'Judge' })] }).block).not.toContain('via:')
  })

  it.each([
    [0.0999, false],
    [0.1, true],
  ])('takes a score of %d: %s', (score, taken) => {
    expect(inject({ role: 'judge', patterns: [pattern('a', score), pattern('b', 1)] }).included.includes('a')).toBe(
      taken,
    )
  })
})

describe('paths', () => {
  it.each([
    ['auditor', 800],
    ['judge', 800],
    ['Sentinel', 800],
    ['research-auditor', 800],
    ['builder', 500],
    ['curator', 500],
  ])('%s has a budget of %d tokens', (role, budget) => {
    const injection = inject({ role, patterns: many(200) })
    expect(injection.path).toBe('truncated')
    expect(injection.tokens).toBeLessThanOrEqual(budget)
    expect(injection.tokens).toBeGreaterThan(budget - 30)
  })

  it('is skipped under 120 remaining tokens, and shrinks to what remains', () => {
    const patterns = many(200)
    expect(inject({ role: 'judge', patterns, remainingTokens: 119 })).toEqual({
      block: '',
      tokens: 0,
      included: [],
      dropped: patterns.map(({ id }) => id),
      path: 'skipped',
    })
    const injection = inject({ role: 'judge', patterns, remainingTokens: 120 })
    expect(injection.path).toBe('truncated')
    expect(injection.tokens).toBeLessThanOrEqual(120)
  })

  it('is skipped without anything worth showing', () => {
    expect(inject({ role: 'judge', patterns: [] }).path).toBe('skipped')
    expect(inject({ role: 'judge', patterns: [pattern('a', 0.05)] })).toMatchObject({
      dropped: ['a'],
      path: 'skipped',
    })
    expect(inject({ role: 'judge', patterns: [pattern('a', 1, { text: ' \n' })] }).path).toBe('skipped')
    expect(inject({ role: 'judge', patterns: [pattern('a', 1)], budgetTokens: 5 }).path).toBe('skipped')
  })

  it('falls back to the summary when the list does not fit, and counts what it carries', () => {
    const patterns = many(200)
    const summary = `Mostly expiry.\n- ${patterns[7]?.text} (score:0.99)\n`
    const injection = inject({ role: 'judge', patterns, summary })
    expect(injection).toMatchObject({ path: 'summary', included: ['p7'] })
    expect(injection.block).toBe(`=== HISTORICAL PATTERNS (judge) ===\n${summary.trim()}`)
    expect(injection.dropped).toHaveLength(199)
  })

  it('shows the full list when it costs exactly the budget', () => {
    const { tokens } = inject({ role: 'judge', patterns: many(5) })
    const at = (budgetTokens: number) => inject({ role: 'judge', patterns: many(5), budgetTokens }).path
    expect([at(tokens), at(tokens - 1)]).toEqual(['full', 'truncated'])
  })

  it('does not take a text within the line of another pattern for the pattern itself', () => {
    const whole = { ...many(1)[0]!, id: 'whole', text: `${long(30)} in full`, score: 0.9 }
    const part = { ...whole, id: 'part', text: long(30), score: 0.8 }
    const summary = lineOf(whole, 'judge')
    const injection = inject({ role: 'judge', patterns: [whole, part, ...many(200)], summary })
    expect(injection).toMatchObject({ path: 'summary', included: ['whole'] })
  })

  it('prefers the full list to the summary', () => {
    expect(inject({ role: 'judge', patterns: many(2), summary: 'short' }).path).toBe('full')
  })

  it('truncates when the summary does not fit either, or says nothing', () => {
    expect(inject({ role: 'judge', patterns: many(200), summary: long(2000) }).path).toBe('truncated')
    expect(inject({ role: 'judge', patterns: many(200), summary: ' ' }).path).toBe('truncated')
  })

  it('keeps the highest scores when it truncates', () => {
    const { included } = inject({ role: 'judge', patterns: many(200).toReversed() })
    expect(included).toEqual(Array.from({ length: included.length }, (_, i) => `p${i}`))
  })

  it('passes over a line that no budget of this size can hold', () => {
    const patterns = [pattern('huge', 2, { text: long(2000) }), pattern('small', 1)]
    expect(inject({ role: 'judge', patterns })).toMatchObject({
      path: 'truncated',
      included: ['small'],
      dropped: ['huge'],
    })
  })
})

describe('laws of injection', () => {
  const patterns = fc.array(
    fc.record({
      id: fc.uuid(),
      text: fc.oneof(fc.lorem({ maxCount: 30 }), fc.string({ unit: 'binary' })),
      score: fc.double({ min: 0, max: 2, noNaN: true }),
      successes: fc.nat(9),
      ignoreCount: fc.nat(9),
      role: fc.constantFrom('judge', 'auditor', undefined),
    }),
    { maxLength: 60 },
  )

  it('never exceeds its budget, never loses an id, and has a line for each included pattern', () => {
    fc.assert(
      fc.property(patterns, fc.integer({ min: 0, max: 900 }), (list, budgetTokens) => {
        const injection = inject({ role: 'judge', patterns: list, budgetTokens })
        expect(injection.tokens).toBeLessThanOrEqual(budgetTokens)
        expect([...injection.included, ...injection.dropped].sort()).toEqual(list.map(({ id }) => id).sort())
        const lines = injection.block === '' ? 0 : injection.block.split(/\r\n|[\n\r\u2028\u2029]/u).length - 1
        expect(lines).toBe(injection.included.length)
        expect(injection.path === 'skipped').toBe(injection.block === '')
      }),
      { numRuns: 60 },
    )
  })

  it('is the same with the wording at hand, and costs what its lines cost', () => {
    const word = fc.constantFrom('check', 'the', 'expiry', '漢字', '  ', 'E_TOKEN', 'auditor', 'Judge')
    const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(' '))
    const patterns = fc.array(
      fc.record({ text: words, role: words, score: fc.double({ min: 0, max: 2, noNaN: true }) }),
    )
    fc.assert(
      fc.property(patterns, words, fc.integer({ min: 0, max: 300 }), (list, role, budgetTokens) => {
        const plain = list.map(({ score, ...rest }, i) => pattern(`p${i}`, score, rest))
        const kept = plain.map((one) => ({ ...one, wording: wordingOf(one) }))
        const injection = inject({ role, patterns: plain, budgetTokens })
        expect(inject({ role, patterns: kept, budgetTokens })).toEqual(injection)
        const lines = injection.block === '' ? [] : injection.block.split('\n')
        expect(injection.tokens).toBe(estimateBlockTokens(lines))
      }),
    )
  })

  it('leaves nothing out that would still fit', () => {
    const header = estimateBlockTokens(['=== HISTORICAL PATTERNS (judge) ==='])
    fc.assert(
      fc.property(patterns, fc.nat(900), (list, budgetTokens) => {
        const { tokens, dropped } = inject({ role: 'judge', patterns: list, budgetTokens })
        for (const left of list.filter(({ id, score }) => dropped.includes(id) && score >= 0.1)) {
          const alone = inject({ role: 'judge', patterns: [left], budgetTokens: 1e9 })
          if (tokens > 0 && alone.tokens > 0) expect(tokens + alone.tokens - header).toBeGreaterThan(budgetTokens)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps the budget by an exact tokenizer too', () => {
    for (const record of [{}, { successes: 5 }, { ignoreCount: 3 }, { role: 'auditor' }]) {
      const { block } = inject({ role: 'judge', patterns: many(200).map((each) => ({ ...each, ...record })) })
      expect(countTokens(block)).toBeLessThanOrEqual(INJECT.adversarialBudgetTokens)
    }
  })

  it('costs what was counted before, for the role that a line is of and for any other', () => {
    fc.assert(
      fc.property(patterns, fc.constantFrom('Judge', 'auditor'), (list, role) => {
        for (const pattern of list.map((each) => ({ ...each, role: 'judge' })))
          expect(tokensFor(lineTokensOf(pattern), pattern.role, role)).toBe(lineTokens(pattern, role))
      }),
      { numRuns: 40 },
    )
  })
})
