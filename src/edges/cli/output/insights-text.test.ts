import { describe, expect, it } from 'vitest'
import type { InsightsReport } from '../../../loop/reports/insights.ts'
import { paletteFor } from './display-width.ts'
import { insightsText } from './insights-text.ts'

const EMPTY: InsightsReport = {
  generatedAt: 0,
  runs: 0,
  verdicts: 0,
  enough: false,
  enoughRuns: 10,
  roles: [],
  pairs: [],
  recurring: [],
  read: { facts: 0, most: 5_000, capped: false, total: 20, archived: 0 },
}

const text = (report: Partial<InsightsReport>) => insightsText({ ...EMPTY, ...report }, paletteFor(false), undefined)

describe('insights for a person', () => {
  it('name the command that brings data where there is none', () => {
    expect(text({})).toContain('mettle deliberation record')
  })

  it('say out of how many, and what is not known', () => {
    const told = text({
      runs: 2,
      verdicts: 4,
      read: { facts: 5_000, most: 5_000, capped: true, total: 9_000, archived: 0 },
      roles: [{ role: 'judge', passRate: { value: 0.25, n: 4 }, runs: 2, judgement: 'low' }],
      pairs: [
        {
          challenger: 'judge',
          validator: 'inspector',
          agreement: { value: 0.5, n: 2 },
          alignment: 'not enough data',
          groupthink: false,
          asymmetry: { challengerOnly: 1, validatorOnly: 0, stricter: 'challenger' },
          novelty: { value: 'not enough data', n: 0 },
        },
      ],
      recurring: [
        {
          signature: 'x @ a.ts',
          summary: 'Token is logged',
          file: 'a.ts',
          roles: ['judge'],
          raised: 3,
          works: 1,
          fixed: 1,
          regressed: 1,
          state: 'regressed',
          lastRaisedAt: 0,
        },
      ],
      trends: {
        days: 14,
        passRates: [{ of: 'judge', before: { value: 0.5, n: 2 }, now: { value: 0, n: 2 }, change: -0.5 }],
        agreements: [],
      },
    })
    expect(told).toMatchInlineSnapshot(`
      "4 verdicts in 2 runs, from the newest 5,000 of 9,000 facts
      Not enough data yet: the figures settle from about 10 runs on.

      How often a role says PASS
        judge  25% (n 4) in 2 runs  low: below 50%

      Challenger and validator
        judge, inspector  agree         50% (n 2): not enough data
                          FAIL alone    challenger 1, validator 0; stricter: challenger
                          new findings  not enough data (n 0) of what the validator raised

      Findings
        regressed  raised 3x in 1 issue, fixed 1x, back 1x  a.ts  Token is logged

      PASS, last 14 days against before
        judge  50% (n 2)  ->  0% (n 2)  -50 points"
    `)
  })

  it('put what keeps coming back under its counts where a terminal is narrow', () => {
    const finding = {
      ...{ signature: 'x', summary: 'The token is logged in plain text', roles: ['judge'], file: 'src/a.ts' },
      ...{ raised: 3, works: 1, fixed: 0, regressed: 0, state: 'open', firstAt: 0, lastAt: 0 },
    } as unknown as InsightsReport['recurring'][number]
    const told = { ...EMPTY, runs: 1, verdicts: 1, recurring: [finding] }
    expect(insightsText(told, paletteFor(false), 60)).toContain('\n    The token is logged in plain text')
  })
})
