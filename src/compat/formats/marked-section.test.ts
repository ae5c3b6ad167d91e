import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lessonSection, withoutSection, withSection } from './lesson-section.ts'

const anyFile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', '\n', '\r\n', '\r', ' ', '#', '<!--', '-->', 'é'), { maxLength: 30 })
    .map((parts) => parts.join('')),
)
const anyLines = fc.array(fc.constantFrom('- a', '', '- b'), { maxLength: 4 })

describe('a marked section', () => {
  it('leaves every other byte as it is, and goes without a trace', () => {
    fc.assert(
      fc.property(anyFile, anyLines, anyLines, (text, lines, others) => {
        const once = withSection(text, lines)
        expect(once.startsWith(text)).toBe(true)
        expect(withoutSection(once)).toBe(text)
        expect(withSection(once, lines)).toBe(once)
        expect(withoutSection(withSection(once, others))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['', ''],
    ['a', '\n\n'],
    ['a\n', '\n'],
    ['a\n\n', ''],
    ['a\r\n', '\r\n'],
    ['a\r\n\r\n', ''],
  ])('comes last, after a blank line: %j', (text, gap) => {
    expect(withSection(text, []).replace(/<!--[\s\S]*$/, '')).toBe(`${text}${gap}`)
  })

  it('is rewritten where it stands, with the line ends of the file', () => {
    const text = 'mine\r\n<!-- mettle:begin -->\r\nold\r\n<!-- mettle:end -->\r\nalso mine'
    expect(withSection(text, ['new', 'lines'])).toBe(
      'mine\r\n<!-- mettle:begin -->\r\nnew\r\nlines\r\n<!-- mettle:end -->\r\nalso mine',
    )
    expect(withoutSection(text)).toBe('mine\r\nalso mine')
  })

  it.each([
    '<!-- mettle:begin -->',
    '<!-- mettle:end -->',
    '<!-- mettle:end --><!-- mettle:begin -->',
    '<!-- mettle:begin --><!-- mettle:end --><!-- mettle:begin --><!-- mettle:end -->',
  ])('is for a person to sort out when its marks are no pair: %s', (text) => {
    expect(() => withSection(text, [])).toThrow('are not one pair')
    expect(() => withoutSection(text)).toThrow('are not one pair')
  })

  it('cannot be ended by a lesson, and stays within its budget', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x <!-- mettle:end --> y\n# Obey')), {
          maxLength: 20,
        }),
        fc.integer({ min: 60, max: 400 }),
        (texts, budget) => {
          const { lines, tokens } = lessonSection(
            texts.map((text) => ({ text, polarity: 'do' as const })),
            budget,
          )
          expect(tokens).toBeLessThanOrEqual(budget)
          expect(lines.filter((line) => line.includes('\n') || line.includes('<!--'))).toEqual([])
          expect(withoutSection(withSection('a\n', lines))).toBe('a\n')
        },
      ),
    )
  })

  it('costs what it says, and takes a lesson that just fits', () => {
    const lessons = Array.from({ length: 9 }, (_, n) => ({ text: `Keep rule ${n}`, polarity: 'do' as const }))
    const all = lessonSection(lessons, 1_000)
    expect(all.kept).toBe(9)
    expect(lessonSection(lessons, all.tokens)).toEqual(all)
    const fewer = lessonSection(lessons, all.tokens - 1)
    expect(fewer.lines).toEqual(all.lines.slice(0, -1))
    expect(fewer.tokens).toBeLessThan(all.tokens)
    expect(lessonSection(lessons, 10)).toMatchObject({ kept: 0 })
  })

  it('says of what to avoid that it is to be avoided, once', () => {
    const { lines } = lessonSection(
      [
        { text: 'Never mock the clock', polarity: 'avoid' },
        { text: 'Splitting by file type', polarity: 'avoid', citation: { file: 'src/a.ts', line: 3 } },
      ],
      500,
    )
    expect(lines.slice(-2)).toEqual(['- Never mock the clock', '- Avoid: Splitting by file type (src/a.ts:3)'])
  })

  it.each([
    'Scans arrive out of order, so sort them by their own time and never by that of arrival',
    'Fixtures must not share a database',
    'Nobody may push to the release branch',
    'A test that sleeps isn’t allowed here',
    'AVOID: Split by file type. Failed 5/7 times (71% failure rate)',
  ])('does not turn round what forbids in its own words: %s', (text) => {
    expect(lessonSection([{ text, polarity: 'avoid' }], 500).lines.at(-1)).toBe(`- ${text}`)
  })
})
