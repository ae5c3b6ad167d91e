import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { overlapWith, wordSimilarity, workText } from './work-context.ts'

const words = (n: number, from = 0) => new Set(Array.from({ length: n }, (_, i) => `w${i + from}`))

describe('the similarity of words', () => {
  it('is 0.6667 for four words of a pattern of nine in a task of four', () => {
    expect(wordSimilarity(words(9), words(4))).toBeCloseTo(0.6667, 4)
  })

  it('is 1 for the same words, 0 for none in common, and 0 for nothing', () => {
    expect([wordSimilarity(words(3), words(3)), wordSimilarity(words(3), words(3, 9))]).toEqual([1, 0])
    expect(wordSimilarity(words(0), words(3)) + wordSimilarity(words(3), words(0))).toBe(0)
  })

  it('lies between 0 and 1 and does not depend on the side', () => {
    const some = fc.uniqueArray(fc.constantFrom(...'abcdefgh')).map((list) => new Set(list))
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(wordSimilarity(a, b)).toBe(wordSimilarity(b, a))
        expect(wordSimilarity(a, b)).toBeGreaterThanOrEqual(0)
        expect(wordSimilarity(a, b)).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
})

describe('work', () => {
  it('is looked up by its task, labels and files', () => {
    expect(workText({ task: 'mend it', labels: ['io'], files: ['a.ts'], phase: 'plan' })).toBe(
      'mend it io a.ts',
    )
    expect(workText({})).toBe('')
  })

  it('overlaps with where a pattern was learned', () => {
    const record = worldOf([sighting({ labels: ['io'], files: ['a.ts'], phase: 'plan' })]).pattern('p1')!
    expect(overlapWith(record, { labels: ['x', 'io'], files: ['b.ts'], phase: 'plan' })).toEqual({
      labels: true,
      files: false,
      phase: true,
    })
    expect(overlapWith(record, {})).toEqual({ labels: false, files: false, phase: false })
  })
})
