import { describe, expect, it } from 'vitest'
import { changedLines, isNearChange } from '../text/code-citations.ts'

describe('a cited line', () => {
  it.each([
    [4, false],
    [5, true],
    [11, true],
    [17, true],
    [18, false],
  ])('%i holds beside a change of lines 10 to 12: %s', (line, expected) => {
    expect(isNearChange(line, [{ from: 10, to: 12 }])).toBe(expected)
  })

  it('holds nowhere in a file without changed lines', () => {
    expect(isNearChange(1, [])).toBe(false)
  })
})

it('reads the changed lines of a diff without context', () => {
  const diff = [
    '+++ b/a.ts',
    '@@ -1 +1 @@',
    '-a',
    '+b',
    '@@ -5,2 +4,0 @@ f()',
    '@@ -9,0 +8,3 @@',
    '+@@ -1 +99 @@',
  ].join('\n')
  expect(changedLines(diff)).toEqual([
    { from: 1, to: 1 },
    { from: 4, to: 5 },
    { from: 8, to: 10 },
  ])
})
