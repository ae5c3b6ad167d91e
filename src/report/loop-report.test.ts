import { describe, expect, it } from 'vitest'
import { relapseOf } from '../engine/belief/relapse.ts'
import { NO_DAY } from '../engine/belief/uplift.ts'
import { costOf, loopReport, sharpRow } from './loop-report.ts'

const paid = { tokens: 0, waits: 0, waitedMs: 0, asks: 0, askTokens: 0 }

describe('report', () => {
  it('is empty for an empty journal', () => {
    expect(loopReport([], [], NO_DAY, 7)).toMatchObject({
      generatedAt: 7,
      runs: 0,
      strongest: [],
      notShown: [],
    })
  })
})

describe('what lessons cost', () => {
  const relapse = relapseOf({ '0.5': [20, 1, 10, 5] })
  const asked = { ...paid, asks: 2, askTokens: 90 }
  const ran = (runs: number, receiving: number) => ({ ...NO_DAY.ran, runs, receiving })

  it('is tokens a session, the wait for a hook, and the mistakes that withholding let come back', () => {
    const shown = { ...asked, tokens: 150, waits: 3, waitedMs: 120 }
    expect(costOf({ ran: ran(3, 2), paid: shown }, relapse)).toMatchObject({
      sessions: 2,
      tokens: 120,
      hookMs: 40,
      relapses: 5,
      words:
        'The cost: 120 tokens a session, and a wait of 40 ms for each hook that shows lessons. Agents were asked for a lesson 2 times, for 90 tokens in all. Withholding lessons at random, to measure this, let about 5 mistakes come back.',
    })
    const { words } = costOf({ ran: ran(1, 1), paid: { ...paid, tokens: 100 } })!
    expect(words).toBe('The cost: 100 tokens a session.')
  })

  it('is not told before something was shown or asked', () => {
    expect(costOf({ ran: ran(1, 0), paid }, relapse)).toBeUndefined()
    expect(costOf({ ran: ran(1, 0), paid: asked }, relapse)!.tokens).toBe(90)
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
    expect(words()).toBe('no session shows it yet')
    expect(words(withIt)).toBe('no session without a lesson shows it yet')
    expect(words(without)).toBe('no session with all lessons shows it yet')
  })
})
