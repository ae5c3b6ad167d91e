import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSmallYaml, YamlProblem } from './small-yaml.ts'

const plain = (text: string) => JSON.parse(JSON.stringify(readSmallYaml(text)))

describe('the YAML of settings files', () => {
  it('has maps, lists, brackets, quotes and comments', () => {
    const text = `---
# settings
active_goal: reduce-failures   # the usual
goals:
  reduce-failures: {description: "a: b # c", priority: [mistake, 'it''s', 3], criteria: {target: 3.5}}
  other:
    list:
    - one
    - name: two
      says: |
        two lines
        of text
    nested:
      - three
    nothing:
    yes: true
    url: http://example.com/x
`
    expect(plain(text)).toEqual({
      active_goal: 'reduce-failures',
      goals: {
        'reduce-failures': {
          description: 'a: b # c',
          priority: ['mistake', "it's", 3],
          criteria: { target: 3.5 },
        },
        other: {
          list: ['one', { name: 'two', says: 'two lines\nof text\n' }],
          nested: ['three'],
          nothing: null,
          yes: true,
          url: 'http://example.com/x',
        },
      },
    })
  })

  it.each([
    ['a: &x 1\nb: *x', 1, 'anchors'],
    ['a: 1\nb: *x', 2, 'aliases'],
    ['a: !!js/function "x"', 1, 'tags'],
    ['<<: {a: 1}', 1, 'merge keys'],
    ['\ta: 1', 1, 'Tabs'],
    ['a: [1, 2', 1, 'end with a ]'],
    ['a: 1\na: 2', 2, 'must be unique'],
    ['a: "open', 1, 'closing "quote'],
    ['a: 1\n   b: 2', 1, 'Nested mappings'],
    ['a: 1\n---\nb: 2', 2, 'second document'],
    ['[', 1, 'deeper than 16', 40],
    ['[', 1, 'deeper than 16', 100_000],
    ['# ', 1, 'longer than 262144', 200_000],
  ])('refuses what could refer, grow or mislead: %s', (text, line, message, times = 1) => {
    expect(() => readSmallYaml(text.repeat(times))).toThrow(
      expect.objectContaining({ line, message: expect.stringContaining(message) }),
    )
  })

  it('takes a key for a key and nothing else', () => {
    const value = readSmallYaml('__proto__: {polluted: yes}\nconstructor: 1') as Record<string, unknown>
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('reads any text, or names the line that it cannot read', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      "'",
      '\n',
      '  ',
      '#',
      '&',
      '*',
      '|',
      '\\',
      '\t',
      'é',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            readSmallYaml(text)
          } catch (error) {
            expect(error).toBeInstanceOf(YamlProblem)
            expect((error as YamlProblem).line).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
