import { describe, expect, it } from 'vitest'
import { type DayRecord, NO_DAY } from '../engine/belief/uplift.ts'
import { dailyRuns } from './loop-report.ts'

const DAY_MS = 86_400_000
const TODAY = 20_000
const NOON = TODAY * DAY_MS + DAY_MS / 2

const day = (more: Partial<DayRecord>): DayRecord => ({ ...NO_DAY, ...more })

describe('the runs of each day', () => {
  it('has every day, the empty ones too, and ends with today', () => {
    const known = new Map([[TODAY - 2, day({ ran: { ...NO_DAY.ran, runs: 1, unknown: 1 } })]])
    const days = dailyRuns(known, NOON, 3)
    expect(days.map(({ runs }) => runs)).toEqual([1, 0, 0])
    expect(days.at(-1)?.from).toBe(TODAY * DAY_MS)
  })

  it('says of each day what was known by its end, with all that came before the first', () => {
    const known = new Map([
      [TODAY - 9, day({ relapses: { 0.5: [10, 1, 0, 0] } })],
      [TODAY - 8, day({ relapses: { 0.5: [0, 0, 10, 5] } })],
      [TODAY, day({ relapses: { 0.5: [10, 0, 10, 5] } })],
    ])
    const [earliest] = dailyRuns(known, NOON, 10)
    expect(earliest?.relapse).toBeUndefined()
    const [first, , last] = dailyRuns(known, NOON, 3)
    expect(first?.relapse?.value).toBeCloseTo(0.4, 9)
    expect(last?.relapse?.value).toBeCloseTo(0.45, 9)
    expect(last!.relapse!.high - last!.relapse!.low).toBeLessThan(first!.relapse!.high - first!.relapse!.low)
  })

  it('says what adding one pattern changes, once something was shown and something withheld', () => {
    const tally = (lines: number, successes: number) => ({ lines, successes })
    const sums = { runs: 40, shown: tally(36, 30), withheld: tally(4, 1), scale: 4, gain: 1, squares: 1 }
    const [only] = dailyRuns(new Map([[TODAY, day({ uplift: sums })]]), NOON, 1)
    expect(only?.uplift).toMatchObject({ value: 0.25 })
    expect(only!.uplift!.low).toBeLessThan(0.25)
  })
})
