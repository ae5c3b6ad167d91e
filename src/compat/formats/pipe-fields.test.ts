import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFields, writeFields } from './run-logs.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('|', '\n', '\r', '%', '%7C', '%257C', '\\', '"', ' ', 'a', '\u2028', '\u0085', '\0'),
  }),
)

describe('fields between pipes', () => {
  it('come back as they were, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 12 }), (fields) => {
        expect(readFields(writeFields(fields))).toEqual(fields)
      }),
      { numRuns: 2_000 },
    )
  })

  it('add no field and no line, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 12 }), (fields) => {
        const line = writeFields(fields)
        expect(line).not.toMatch(/[\n\r]/)
        expect(line.split('|')).toHaveLength(fields.length)
      }),
    )
  })

  it('of other writers keep their percent signs', () => {
    expect(readFields('100 %|50%|%2F|%7c|C:\\new')).toEqual(['100 %', '50%', '%2F', '%7c', 'C:\\new'])
    expect(writeFields(['a|b', 'c\nd', '50%'])).toBe('a%7Cb|c%0Ad|50%25')
  })
})
