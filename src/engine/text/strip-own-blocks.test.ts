import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthProblem, repeated } from '../../../fuzz/growth.ts'
import { stripOwnBlocks } from './own-blocks.ts'

describe('stripOwnBlocks', () => {
  it('takes out the section that is kept in a file for agents, to the end where its end is missing', () => {
    expect(stripOwnBlocks('a\n<!-- mettle:begin gap=1 -->\n- b\n<!-- mettle:end -->\nc')).toBe('a\n \nc')
    expect(stripOwnBlocks('a\n<!-- mettle:begin -->\n- b')).toBe('a\n ')
  })

  it('removes each kind of block and keeps what stands around it', () => {
    expect(stripOwnBlocks('a <mettle role="x">\n- b\n</mettle> c')).toBe('a  c')
    expect(stripOwnBlocks('a\n<organization-learnings>\n[low] b\n</organization-learnings>\nc')).toBe('a\n\nc')
    expect(stripOwnBlocks('a <tool-learnings tool="Bash">b</tool-learnings> c')).toBe('a  c')
  })

  it('removes a historical block up to the blank line that ends it', () => {
    const text = 'before\n=== HISTORICAL PATTERNS (judge) ===\n- b (5x validated)\r\n- c\n\nafter\n- d'
    expect(stripOwnBlocks(text)).toBe('before\n\nafter\n- d')
    expect(stripOwnBlocks('note: === HISTORICAL PATTERNS (judge) ===\n- b')).toBe('note: ')
    expect(stripOwnBlocks('a\n=== Historical patterns (judge) ===\n- b\n\nc')).toBe('a\n\nc')
  })

  it('removes a block that never ends to the end of the text', () => {
    expect(stripOwnBlocks('a <mettle kind="start">b\n\nc')).toBe('a ')
    expect(stripOwnBlocks('a <mettle')).toBe('a ')
  })

  it('removes nested blocks as one, and a closing tag alone', () => {
    expect(stripOwnBlocks('a <mettle>b <mettle>c</mettle> d</mettle> e')).toBe('a  e')
    expect(stripOwnBlocks('a <mettle>b <tool-learnings>c</mettle> d')).toBe('a  d')
    expect(stripOwnBlocks('a </mettle> b <mettle id="1"/> c')).toBe('a  b  c')
  })

  it('keeps words apart, so that no tag is glued together from two halves', () => {
    expect(stripOwnBlocks('<met<mettle>x</mettle>tle>y')).toBe('<met tle>y')
  })

  it('leaves other text as it is', () => {
    const text = 'the <mettlesome> horse, mettle, a === b, HISTORICAL PATTERNS\n\n'
    expect(stripOwnBlocks(text)).toBe(text)
  })

  it('changes nothing the second time, and keeps nothing of a block', () => {
    const part = fc.constantFrom(
      '<mettle>',
      '<mettle a="b">',
      '</mettle>',
      '<met',
      'tle>',
      '<tool-learnings>',
      '</tool-learnings>',
      '=== HISTORICAL PATTERNS (x) ===',
      '===',
      ' HISTORICAL PATTERNS',
      '\n',
      '\n\n',
      ' ',
      'a',
      '/>',
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const once = stripOwnBlocks(parts.join(''))
        expect(stripOwnBlocks(once)).toBe(once)
        expect(once).not.toMatch(/<\/?mettle[ >]|=== HISTORICAL PATTERNS/)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['<mettle ', '</mettle>', '</mettle><b>', '=== HISTORICAL PATTERNS\n\n'])(
    'works no more than in proportion to the length of %j',
    async (unit) => {
      expect(await growthProblem({ check: stripOwnBlocks }, repeated(unit), 524_288)).toBeUndefined()
    },
  )
})
