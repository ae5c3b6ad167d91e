import { describe, expect, it } from 'vitest'
import type { Run } from '../domain/run.ts'
import { relapseOf } from '../engine/belief/relapse.ts'
import { costOf, loopReport, sharpRow } from './loop-report.ts'

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
    expect(loopReport([], [reverted], 0).outcomes).toMatchObject({ success: 0, failure: 1 })
  })

  it('is empty for an empty journal', () => {
    expect(loopReport([], [], 7)).toMatchObject({
      generatedAt: 7,
      runs: 0,
      strongest: [],
      notShown: [],
    })
  })
})

describe('what lessons cost', () => {
  const asks = { times: 2, tokens: 90 }
  const relapse = relapseOf({ '0.5': [20, 1, 10, 5] })

  it('is tokens a session, the wait for a hook, and the mistakes that withholding let come back', () => {
    const receipts = [
      { run: 'a', usedTokens: 60, tookMs: 50 },
      { run: 'a', usedTokens: 40, tookMs: 40 },
      { run: 'b', usedTokens: 50, tookMs: 30 },
    ]
    expect(costOf(receipts, { asks, relapse, runs: 3 })).toMatchObject({
      sessions: 2,
      tokens: 120,
      hookMs: 40,
      relapses: 5,
      words:
        'The cost: 120 tokens a session, and a wait of 40 ms for each hook that shows lessons. Agents were asked for a lesson 2 times, for 90 tokens in all. Withholding lessons at random, to measure this, let about 5 mistakes come back.',
    })
    const none = { times: 0, tokens: 0 }
    const { words } = costOf([{ run: 'a', usedTokens: 100 }], { asks: none, relapse: undefined, runs: 1 })!
    expect(words).toBe('The cost: 100 tokens a session.')
  })

  it('is not told before something was shown or asked', () => {
    expect(costOf([], { asks: { times: 0, tokens: 0 }, relapse, runs: 1 })).toBeUndefined()
    expect(costOf([], { asks, relapse, runs: 1 })!.tokens).toBe(90)
  })
})

describe('a sharp outcome in words', () => {
  const named = { id: 'failed-commands', name: 'failed commands', unit: 'commands', better: 'less' as const }
  const outcome = { ...named, most: 5 }
  const sessions = (withIt: number, without: number, times: number) =>
    Array.from({ length: times }, () => [
      { value: withIt, isHeld: false, share: 0.5 },
      { value: without, isHeld: true, share: 0.5 },
    ]).flat()

  it('is better, worse, or not known yet', () => {
    expect(sharpRow(outcome, sessions(1, 4, 60))).toMatchObject({ ...named, means: ['1.0', '4.0'] })
    expect(sharpRow(outcome, sessions(1, 4, 60)).words).toMatch(/^-3\.0 \(-.+ to -.+\), better$/)
    expect(sharpRow(outcome, sessions(4, 1, 60)).words).toMatch(/^\+3\.0 \(.+ to .+\), worse$/)
    expect(sharpRow({ ...outcome, better: 'more' }, sessions(4, 1, 60)).words).toMatch(/, better$/)
    expect(sharpRow(outcome, sessions(1, 4, 1)).words).toBe('-3.0, too early to tell')
    expect(sharpRow(outcome, sessions(1, 1.01, 1)).words).toBe('0.0, too early to tell')
  })

  it('is left out with a word where nothing shows it', () => {
    const [withIt, without] = sessions(1, 4, 1)
    const words = (...some: (typeof withIt)[]) => sharpRow(outcome, some as never).words
    expect(words()).toBe('left out: no session shows it yet')
    expect(words(withIt)).toBe('left out: no session without a lesson shows it yet')
    expect(words(without)).toBe('left out: no session with all lessons shows it yet')
  })
})
