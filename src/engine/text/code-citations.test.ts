import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { changedFileTest, citationsIn, withoutCitations } from './code-citations.ts'

const cited = (text: string) => citationsIn(text).map(({ file, line }) => `${file} ${line}`)

describe('citations', () => {
  it.each([
    ['see src/a.ts:42-50 and (b.py:7)', ['src/a.ts 42', 'b.py 7']],
    ['at run (src/a.ts:3:14)', ['src/a.ts 3']],
    ['`src/a.ts:42`, **lib/b.go:1**, "c.rs:9"', ['src/a.ts 42', 'lib/b.go 1', 'c.rs 9']],
    ['app/[id]/page.tsx:4 and see(x/y.ts:5)', ['app/[id]/page.tsx 4', 'x/y.ts 5']],
    ['[src/a.ts:42](link)', ['src/a.ts 42']],
    ['C:\\work\\a.ts:8', ['\\work\\a.ts 8']],
    ['Makefile:12 .gitignore:3', ['Makefile 12', '.gitignore 3']],
    ['a.ts:1 a.ts:1 a.ts:2', ['a.ts 1', 'a.ts 2']],
    ['at 12:30, 127.0.0.1:8080, localhost:3000, http://x.io:80/a, v1.2:3', []],
    ['a.ts, a.ts line 4, a.ts:0, a.ts:', []],
  ])('in %j are %j', (text, expected) => {
    expect(cited(text)).toEqual(expected)
  })

  it('can be taken out of a text', () => {
    expect(withoutCitations('see src/a.ts:42 now').split(/\s+/)).toEqual(['see', 'now'])
  })

  it('never throws, and stays linear on long words', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void citationsIn(text)))
    for (const unit of ['a', 'a.ts:', 'a.ts:1234567'])
      expect(
        growth(800_000, (length) => citationsIn(unit.repeat(length / unit.length))),
        unit,
      ).toBeLessThan(LINEAR)
  })
})

describe('changed file', () => {
  const changed = changedFileTest(['src/a.ts', './src/deep/b.ts', 'lib\\c.ts', 'x/index.ts', 'y/index.ts'])

  it.each([
    ['src/a.ts', true],
    ['./src/a.ts', true],
    ['src\\a.ts', true],
    ['/repo/src/a.ts', true],
    ['a.ts', true],
    ['deep/b.ts', true],
    ['lib/c.ts', true],
    ['x/index.ts', true],
    ['index.ts', false],
    ['test/src/a.ts', false],
    ['ba.ts', false],
    ['src/other.ts', false],
    ['/repo/other.ts', false],
  ])('%s: %s', (file, expected) => {
    expect(changed(file)).toBe(expected)
  })

  it('is none where nothing changed', () => {
    expect(changedFileTest([])('a.ts')).toBe(false)
  })
})
