import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastToArchive, type RetainedFact, type RetentionLimits } from './retention.ts'

const facts = (...runs: (string | undefined)[]): RetainedFact[] =>
  runs.map((run, i) => ({ position: i + 1, recordedAt: i, ...(run === undefined ? {} : { run }) }))
const kept = (change: Partial<RetentionLimits> = {}): RetentionLimits => ({
  runs: new Set(['b']),
  activeRuns: new Set(),
  after: 0,
  since: 1_000,
  ...change,
})

describe('what may be archived', () => {
  it('lets old runs go and stops at the first fact of one that is kept', () => {
    expect(lastToArchive(facts('a', 'a', 'b', 'a'), kept())).toEqual({ last: 2, isEnd: true })
  })

  it('lets facts go that are beyond the number kept, even of a kept run', () => {
    expect(lastToArchive(facts('b', 'b', 'b'), kept({ after: 2 }))).toEqual({ last: 2, isEnd: true })
  })

  it('takes facts of no run along, but does not end with them', () => {
    expect(lastToArchive(facts(undefined, 'a', undefined), kept()).last).toBe(2)
  })

  it('never touches a run that is under way, nor anything after its first fact', () => {
    const active = { activeRuns: new Set(['a']), after: 10 }
    expect(lastToArchive(facts('c', 'a', 'c'), kept(active))).toEqual({ last: 1, isEnd: true })
  })

  it('never touches what was recorded within the protected time', () => {
    expect(lastToArchive(facts('a', 'a', 'a'), kept({ since: 1 }))).toEqual({ last: 2, isEnd: true })
  })

  it('archives no fact of a run under way, whatever the rest is', () => {
    const anyFacts = fc.array(fc.constantFrom('a', 'b', 'c', undefined)).map((runs) => facts(...runs))
    fc.assert(
      fc.property(anyFacts, fc.nat(20), (all, after) => {
        const { last = 0 } = lastToArchive(all, kept({ after, activeRuns: new Set(['c']) }))
        expect(all.slice(0, last).every(({ run }) => run !== 'c')).toBe(true)
      }),
    )
  })
})
