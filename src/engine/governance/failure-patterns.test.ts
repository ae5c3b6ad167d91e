import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addFailure, type FailurePattern, failureConfidence, failurePatterns, fixSuggestionFor } from './failures.ts'

const auth = { adapterId: 'github', failureType: 'auth' }

describe('confidence in a failure pattern', () => {
  it.each([
    [1, 0.55],
    [2, 0.6],
    [3, 0.65],
    [8, 0.9],
    [9, 0.95],
    [10, 0.95],
    [1000, 0.95],
  ])('at %i occurrences is %f', (occurrences, confidence) => {
    expect(failureConfidence(occurrences)).toBe(confidence)
  })

  it('follows its policy', () => {
    const policy = { startConfidence: 0.2, confidenceStep: 0.3, maxConfidence: 0.7 }
    expect([1, 2, 3].map((n) => failureConfidence(n, policy))).toEqual([0.2, 0.5, 0.7])
  })
})

describe('failure patterns', () => {
  it('start with the first failure', () => {
    expect(addFailure(undefined, { ...auth, at: 7 })).toEqual({
      id: 'github::auth',
      ...auth,
      confidence: 0.55,
      occurrences: 1,
      fixSuggestion: fixSuggestionFor('github'),
      lastSeenAt: 7,
    })
  })

  it('remember the latest sighting, also when an older one arrives late', () => {
    const [pattern] = failurePatterns([
      { ...auth, at: 9 },
      { ...auth, at: 4 },
    ])
    expect(pattern).toMatchObject({ occurrences: 2, confidence: 0.6, lastSeenAt: 9 })
  })

  it('count runs, not repeats', () => {
    const again = { ...auth, runId: 'run-1', at: 1 }
    const other = { ...again, failureType: 'timeout' }
    expect(failurePatterns([again, again, other]).map((p) => [p.id, p.occurrences])).toEqual([
      ['github::auth', 1],
      ['github::timeout', 1],
    ])
  })

  it('show the most frequent first, then by id', () => {
    const sightings = ['b', 'c', 'a', 'c'].map((failureType, at) => ({ ...auth, failureType, at }))
    expect(failurePatterns(sightings).map((p) => p.failureType)).toEqual(['c', 'a', 'b'])
  })

  const sightings = fc.array(
    fc.record({
      adapterId: fc.constantFrom('github', 'terminal', '__proto__'),
      failureType: fc.constantFrom('auth', 'timeout'),
      at: fc.nat(100),
    }),
    { maxLength: 60 },
  )

  it('are the same in any order, within bounds, and lose no failure', () => {
    fc.assert(
      fc.property(sightings, (list) => {
        const patterns = failurePatterns(list)
        expect(failurePatterns([...list].reverse())).toEqual(patterns)
        expect(patterns.reduce((total, p) => total + p.occurrences, 0)).toBe(list.length)
        for (const p of patterns) expect(p.confidence >= 0.55 && p.confidence <= 0.95).toBe(true)
      }),
    )
  })

  it('grow one failure at a time to what a rebuild gives', () => {
    fc.assert(
      fc.property(sightings, (list) => {
        const mine = list.filter((s) => s.adapterId === 'github' && s.failureType === 'auth')
        const grown = mine.reduce<FailurePattern | undefined>((p, s) => addFailure(p, s), undefined)
        expect(failurePatterns(list).find((p) => p.id === 'github::auth')).toEqual(grown)
      }),
    )
  })
})
