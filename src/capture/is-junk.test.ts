import { describe, expect, it } from 'vitest'
import { junkReason } from './why-not-a-lesson.ts'

describe('junk', () => {
  it.each([
    ['n/a', 'it says nothing'],
    ['  Nothing.  ', 'it says nothing'],
    ['Everything was fine!', 'it says nothing'],
    ['', 'it has fewer than 4 words'],
    ['Close the handle', 'it has fewer than 4 words'],
    ['fix fix fix fix fix fix it', 'it repeats itself'],
    ['a b c d {}[]<>!!@@##$$%%^^&&**', 'it is mostly not words'],
    ['- Close the handle before leaving (3x validated)', 'it is a line that Mettle itself injected'],
    ['Close the handle before leaving (score:1.30) via:code-judge.', 'it is a line that Mettle itself injected'],
  ])('%j: %s', (lesson, reason) => {
    expect(junkReason(lesson)).toBe(reason)
  })

  it.each([
    'Close the handle before leaving',
    'Use `pnpm -r build` instead of `npm run build`',
    'We validated this 3x (validated by hand)',
    '先にデータベースを閉じる',
  ])('%j is none', (lesson) => {
    expect(junkReason(lesson)).toBeUndefined()
  })
})
