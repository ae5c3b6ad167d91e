import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const diff = (before: string | undefined, after: string | undefined) => unifiedDiff({ path: 'a.json', before, after })

describe('unifiedDiff', () => {
  it('shows three lines around a change', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n'
    expect(diff(before, before.replace('5', 'five\nfive'))).toBe(
      '--- a/a.json\n+++ b/a.json\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+five\n 6\n 7\n 8',
    )
  })

  it('makes a piece of its own of what is far away', () => {
    const before = Array.from({ length: 20 }, (_, i) => `${i}\n`).join('')
    const after = before.replace('2\n', 'two\n').replace('18\n', '')
    expect(diff(before, after).match(/^@@.*$/gm)).toEqual(['@@ -1,6 +1,6 @@', '@@ -16,5 +16,4 @@'])
  })

  it('shows a new file, one that goes, and a missing last newline', () => {
    expect(diff(undefined, 'a\n')).toBe('--- /dev/null\n+++ b/a.json\n@@ -0,0 +1,1 @@\n+a')
    expect(diff('a', undefined)).toBe('--- a/a.json\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file')
  })

  it('gives both texts back to who reads its lines', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const padded = (middle: string) => `x\n${middle}y\n`
        const lines = diff(padded(before), padded(after))
          .split('\n')
          .slice(2)
          .filter((line) => !line.startsWith('@@'))
        const side = (mark: string) =>
          lines
            .filter((line) => line[0] === ' ' || line[0] === mark)
            .map((line) => `${line.slice(1)}\n`)
            .join('')
        fc.pre(before !== after && lines.length > 0)
        expect(padded(before)).toContain(side('-'))
        expect(padded(after)).toContain(side('+'))
      }),
    )
  })
})
