import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCitations, writeCitations } from './run-logs.ts'

describe('a list of places', () => {
  it('names files, some with a line', () => {
    expect(readCitations('src/a.ts:10, src/b.ts; c.ts:3-7')).toEqual([
      { file: 'src/a.ts', line: 10 },
      { file: 'src/b.ts' },
      { file: 'c.ts', line: 3 },
    ])
  })

  it('is read as it was written, whatever the files are called', () => {
    const name = fc
      .array(fc.constantFrom('a', '%', ',', ';', ':', ' ', '7', '%2C', '\n'), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''))
    const place = fc.record({ file: name, line: fc.integer({ min: 1, max: 9_999_999 }) }, { requiredKeys: ['file'] })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 5 }), (places) => {
        expect(readCitations(writeCitations(places))).toEqual(places)
      }),
    )
  })

  it('passes over a name that is too long by itself, not one whose codes make it so', () => {
    const long = [{ file: '%'.repeat(4_096) }]
    expect(readCitations(writeCitations(long))).toEqual(long)
    expect(readCitations('a'.repeat(4_097))).toEqual([])
  })
})
