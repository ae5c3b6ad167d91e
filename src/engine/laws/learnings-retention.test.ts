import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LearningsEntry, leavingLearnings, RETENTION } from './retention.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = 1_000 * DAY
const POLICY = { ...RETENTION, maxSessions: 2 }

const session = (run: string, age: number): LearningsEntry => ({
  kind: 'session',
  path: `sessions/run-${run}`,
  run,
  at: NOW - age,
})
const archived = (age: number): LearningsEntry => ({ kind: 'archived', path: 'a.json', at: NOW - age })
const lock = (age: number, isHeld: boolean, run = '9'): LearningsEntry => ({
  kind: 'lock',
  path: '.lock',
  at: NOW - age,
  isHeld,
  run,
})
const leaving = (entries: LearningsEntry[], activeRuns: string[] = [], policy = POLICY) =>
  leavingLearnings(entries, policy, { now: NOW, activeRuns: new Set(activeRuns) }).map(({ path }) => path)

describe('what leaves .learnings', () => {
  it('is a session beyond the newest', () => {
    expect(leaving([session('1', 3 * DAY), session('2', 2 * DAY), session('3', DAY)])).toEqual(['sessions/run-1'])
    expect(leaving([session('2', 2 * DAY), session('3', DAY)])).toEqual([])
  })

  it('is never a session of a run that is under way, by either of its names, or that holds the lock', () => {
    const three = [session('1', 3 * DAY), session('2', 2 * DAY), session('3', DAY)]
    expect(leaving(three, ['1'])).toEqual([])
    expect(leaving(three, ['run-1'])).toEqual([])
    expect(leaving([...three, lock(DAY, true, '1')])).toEqual([])
    expect(leaving([...three, lock(HOUR, false, '1')])).toEqual(['sessions/run-1'])
  })

  it('is a processed file that is older than the days that are kept', () => {
    expect(leaving([archived(30 * DAY)])).toEqual([])
    expect(leaving([archived(30 * DAY + 1)])).toEqual(['a.json'])
  })

  it('is the lock of a run that died, when it is stale', () => {
    expect(leaving([lock(5 * HOUR, false)])).toEqual(['.lock'])
    expect(leaving([lock(3 * HOUR, false)])).toEqual([])
    expect(leaving([lock(5 * HOUR, true)])).toEqual([])
  })

  it('is nothing that changed within the protected time, whatever else is set', () => {
    const entry = fc.oneof(
      fc.integer({ min: 0, max: 30 * MINUTE - 1 }).map((age) => session('1', age)),
      fc.integer({ min: 0, max: 30 * MINUTE - 1 }).map(archived),
      fc.integer({ min: 0, max: 30 * MINUTE - 1 }).map((age) => lock(age, false)),
    )
    const strict = { ...RETENTION, maxSessions: 1, maxArchiveAgeDays: 0, lockStaleHours: 0.01 }
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        expect(leaving(entries, [], strict)).toEqual([])
      }),
    )
  })
})
