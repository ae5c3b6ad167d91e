import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Run } from '../domain/run.ts'
import { dailyRuns } from './loop-report.ts'

const DAY_MS = 86_400_000
const NOON = 20_000 * DAY_MS + DAY_MS / 2

function run(lastAt: number, more: Partial<Run> = {}): Run {
  return {
    id: 'r',
    number: 1,
    firstAt: lastAt,
    lastAt,
    receipts: 1,
    tiers: {},
    claims: {},
    reinforced: [],
    withheld: [],
    errors: 0,
    builds: { passed: 0, failed: 0 },
    ...more,
  }
}

describe('the runs of each day', () => {
  it('has every day, the empty ones too, and ends with today', () => {
    const days = dailyRuns([run(NOON - 2 * DAY_MS)], NOON, 3)
    expect(days.map(({ runs }) => runs)).toEqual([1, 0, 0])
    expect(days.at(-1)?.from).toBe(NOON - DAY_MS / 2)
  })

  it('counts a run without an observed end as unknown', () => {
    const outcome = { result: 'success', observedBy: 'test', at: NOON, whole: true } as const
    const [day] = dailyRuns([run(NOON), run(NOON, { outcome, tiers: { a: 'applied', b: 'shown' } })], NOON, 1)
    expect(day).toMatchObject({ runs: 2, success: 1, unknown: 1, injections: 2, shown: 2, applied: 1 })
  })

  it('counts a run by what became of its work, whatever was recorded before', () => {
    const outcome = { result: 'success', observedBy: 'test', at: NOON, whole: true } as const
    const merge = { kept: true, at: NOON }
    const rework = { commits: ['dd011f31f0a6'], asked: [], dismissed: [] }
    const runs = [
      run(NOON, { outcome, merge }),
      run(NOON, { outcome, merge, rework }),
      run(NOON, { outcome, merge: { kept: false, at: NOON } }),
    ]
    expect(dailyRuns(runs, NOON, 1)[0]).toMatchObject({ success: 1, partial: 1, failure: 1, unknown: 0 })
  })

  it('counts every run of the time once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 13 })), (ages) => {
        const runs = ages.map((age) => run(NOON - age * DAY_MS))
        const days = dailyRuns(runs, NOON, 14)
        expect(days.reduce((sum, day) => sum + day.runs, 0)).toBe(runs.length)
        for (const day of days) expect(day.success + day.partial + day.failure + day.unknown).toBe(day.runs)
      }),
    )
  })
})
