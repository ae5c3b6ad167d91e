import { describe, expect, it } from 'vitest'
import type { Run } from '../domain/run.ts'
import { loopReport } from './loop-report.ts'

const DAY = 86_400_000

function run(day: number, result?: 'success' | 'failure' | 'unknown'): Run {
  const at = day * DAY
  return {
    id: `r${day}`,
    number: day,
    firstAt: at,
    lastAt: at,
    receipts: 0,
    tiers: {},
    withheld: [],
    claims: {},
    reinforced: [],
    errors: 0,
    builds: { passed: 0, failed: 0 },
    ...(result === undefined ? {} : { outcome: { result, observedBy: 'test', at, whole: true } }),
  }
}

describe('report', () => {
  it('counts an outcome that nobody recorded as unknown', () => {
    expect(loopReport([], [run(1), run(2, 'success'), run(3, 'unknown')], 0).outcomes).toEqual({
      success: 1,
      partial: 0,
      failure: 0,
      unknown: 2,
    })
  })

  it('counts work that was taken back as failed, though its test had passed', () => {
    const reverted = { ...run(1, 'success'), merge: { kept: false, at: DAY } }
    const { outcomes, weeks } = loopReport([], [reverted], 0)
    expect(outcomes).toMatchObject({ success: 0, failure: 1 })
    expect(weeks).toEqual([{ from: DAY, runs: 1, observed: 1, successes: 0 }])
  })

  it('groups runs by weeks from the first one, empty weeks included', () => {
    const { weeks } = loopReport(
      [],
      [run(100, 'failure'), run(106, 'success'), run(115, 'success'), run(116)],
      0,
    )
    expect(weeks).toEqual([
      { from: 100 * DAY, runs: 2, observed: 2, successes: 1 },
      { from: 107 * DAY, runs: 0, observed: 0, successes: 0 },
      { from: 114 * DAY, runs: 2, observed: 1, successes: 1 },
    ])
  })

  it('is empty for an empty journal', () => {
    expect(loopReport([], [], 7)).toMatchObject({
      generatedAt: 7,
      runs: 0,
      weeks: [],
      strongest: [],
      notShown: [],
    })
  })
})
