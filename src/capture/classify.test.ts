import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'

describe('a lesson', () => {
  it.each([
    ['Always close the handle first', 'rule'],
    ['Do not retry a payment', 'rule'],
    ['The build breaks when two jobs share a cache', 'causal'],
    ['Tests were slow because of the fixture', 'causal'],
    ['The cache lives in memory', 'observation'],
    ['The cache is only read by one worker', 'observation'],
    ['The fixture ran before the migration', 'observation'],
    ['A token was required by the old client', 'observation'],
    ['The pool must be closed by its owner', 'rule'],
    ['Close the pool in the worker that opened it', 'rule'],
    ['Before a release, run the smoke tests', 'rule'],
  ] as const)('%j is worded as %s', (lesson, strength) => {
    expect(classify({ lesson }).strength).toBe(strength)
  })

  it.each([
    ['In this repo constants are named in capitals', 'convention'],
    ['Forgot to await the promise', 'mistake'],
    ['It turns out the parser is lazy', 'insight'],
    ['The parser reads one token ahead', 'pattern'],
  ] as const)('%j is about a %s', (lesson, category) => {
    expect(classify({ lesson }).category).toBe(category)
  })

  it('is about a mistake when something was fixed', () => {
    const lesson = 'The parser reads one token ahead'
    expect(classify({ lesson, fixApplied: 'read none' }).category).toBe('mistake')
    expect(classify({ lesson, whatHappened: 'the parser crashed' }).category).toBe('mistake')
  })

  it.each([
    ['Never log a token', 'avoid'],
    ["Don't log a token", 'avoid'],
    ['Log a token never', 'avoid'],
    ['When a lock is held, never call out', 'avoid'],
    ['Releases: do not tag by hand', 'avoid'],
    ['Tokens must never be logged', 'avoid'],
    ['A handler should not swallow the error', 'avoid'],
    ['Direct writes to the ledger are forbidden', 'avoid'],
    ['No handler may touch the pool without a lock', 'avoid'],
    ['Pin images by digest, never by tag', 'do'],
    ['Never forget to close the pool', 'do'],
    ['Always close the pool; never leave it to the worker', 'do'],
    ['Images must be pinned by digest, not by tag', 'do'],
    ['Only the owner may close the pool', 'do'],
    ['The cache is warm after a restart', 'do'],
  ] as const)('%j says what to %s', (lesson, polarity) => {
    expect(classify({ lesson }).polarity).toBe(polarity)
  })

  it('is what its author says it is', () => {
    const said = { category: 'insight', strength: 'observation', polarity: 'do' } as const
    fc.assert(
      fc.property(fc.string(), (lesson) => {
        expect(classify({ lesson: `Never ${lesson}`, ...said })).toEqual(said)
      }),
    )
  })
})
