import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedLinesHash, hasCitedLines } from '../text/code-citations.ts'

const FILE = ['import fs', '', 'const token = read()', 'if (expired(token)) refresh()', '}', 'send(token)']

describe('cited lines', () => {
  it('are known again by their words, not by their indentation', () => {
    const hash = citedLinesHash(FILE, { line: 3 })
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    expect(citedLinesHash(['', '', '    const token = read()  '], { line: 3 })).toBe(hash)
    expect(citedLinesHash(FILE, { line: 4 })).not.toBe(hash)
  })

  it('are not known by what stands everywhere, nor where there are none', () => {
    expect(citedLinesHash(FILE, { line: 5 })).toBeUndefined()
    expect(citedLinesHash(FILE, { line: 2 })).toBeUndefined()
    expect(citedLinesHash(FILE, { line: 7 })).toBeUndefined()
    expect(citedLinesHash(FILE, { line: 6, lastLine: 7 })).toBeUndefined()
    expect(citedLinesHash(FILE, { line: 4, lastLine: 3 })).toBeUndefined()
  })

  it('are still there when other lines move them, and gone when one of them changes', () => {
    const place = { line: 3, lastLine: 4 }
    const hash = citedLinesHash(FILE, place)!
    expect(hasCitedLines(FILE, place, hash)).toBe(true)
    expect(hasCitedLines(['// new', '// more', ...FILE], place, hash)).toBe(true)
    expect(hasCitedLines(FILE.with(3, 'if (expired(token)) fail()'), place, hash)).toBe(false)
    expect(hasCitedLines([], place, hash)).toBe(false)
  })

  it('are found wherever they stand', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{3,12}$/), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(words, words, words, (before, cited, after) => {
        const hash = citedLinesHash(cited, { line: 1, lastLine: cited.length })!
        const place = { line: 1, lastLine: cited.length }
        expect(hasCitedLines([...before, ...cited, ...after], place, hash)).toBe(true)
      }),
    )
  })
})
