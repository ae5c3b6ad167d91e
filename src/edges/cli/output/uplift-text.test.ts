import { expect, it } from 'vitest'
import type { UpliftReport } from '../../../loop/reports/uplift.ts'
import { paletteFor } from './display-width.ts'
import { upliftText } from './uplift-text.ts'

const KNOWN = {
  runs: 40,
  shown: { lines: 30, successes: 24 },
  withheld: { lines: 10, successes: 5 },
  estimate: 0.3,
  low: -0.2,
  high: 0.8,
  helps: 3,
  harms: 0.4,
  verdict: 'unknown' as const,
  words: 'not enough data yet',
}

const REPORT: UpliftReport = {
  holdout: { share: 0.1, runShare: 0, afterRuns: 20 },
  line: KNOWN,
  contexts: [],
  patterns: [{ ...KNOWN, pattern: 'p-4254f02efa558f50', text: 'Always run the migrations before the tests' }],
  measured: 1,
  suggestions: [],
}

const linesOf = (report: UpliftReport, width?: number) => upliftText(report, paletteFor(false), width).split('\n')

it('says what is known so far, however narrow the terminal', () => {
  for (const width of [50, 60, 80, 100, 149, 150, 200, undefined]) {
    const told = linesOf(REPORT, width).filter((line) => line.includes(KNOWN.words))
    expect([width, told.length]).toEqual([width, 2])
  }
})

it('names a difference only once there is a verdict on it', () => {
  expect(linesOf(REPORT).join('\n')).not.toContain('+30')
  const decided = { ...KNOWN, low: 0.1, high: 0.5, verdict: 'helps' as const, words: 'helps (x)' }
  expect(linesOf({ ...REPORT, line: decided }).join('\n')).toMatch(
    /adding one pattern .* \+30 \(\+10 to \+50\) +helps\n/,
  )
})

it('keeps within a terminal of eighty columns', () => {
  for (const line of linesOf(REPORT, 80)) expect(line.length).toBeLessThanOrEqual(80)
})

it('says what makes a run count while none does', () => {
  const none = { ...KNOWN, runs: 0 }
  expect(linesOf({ ...REPORT, line: none, patterns: [] })[2]).toMatch(/^ {2}None yet. A run counts if /)
  expect(linesOf(REPORT)[2]).toBe('')
  const off = { share: 0, runShare: 0, afterRuns: 20 }
  expect(linesOf({ ...REPORT, line: none, holdout: off })[2]).toBe('')
})

it('tells of a suggestion on which evidence it rests', () => {
  const suggestion = {
    action: 'promote' as const,
    pattern: 'p-1',
    text: 'Always run the migrations',
    eValue: 95.6,
    command: 'mettle pattern promote p-1 --reason "it helps"',
  }
  const told = (eValue: number) => linesOf({ ...REPORT, suggestions: [{ ...suggestion, eValue }] })
  expect(told(95.6)).toContain('    e-value 95.6 from the random comparison')
  expect(told(4_000)).toContain('    e-value over 1,000 from the random comparison')
})
