import { DAY_MS } from '../domain/durations.ts'
import { becameOf, type Run } from '../domain/run.ts'
import type { RunEnd } from '../domain/values/outcome.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { type Axes, axesOf } from '../engine/standing/axes.ts'
import { inversionWords } from '../engine/standing/inversion.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'

const ENDS = { kept: 'success', reworked: 'partial', reverted: 'failure' } as const

/**
 * How a run ended, as far as anyone can tell by now: what became of its work holds against its outcome. Work that was kept ended well, what others had to
 * mend did so in part, what was taken back failed.
 */
export function runEnd(run: Run): RunEnd {
  const became = becameOf(run)
  return became === undefined ? (run.outcome?.result ?? 'unknown') : ENDS[became]
}

const WEEK_MS = 7 * 86_400_000
const MOST = 5

/** How the runs of one week ended. */
export interface Week {
  readonly from: number
  readonly runs: number
  readonly observed: number
  readonly successes: number
}

/** One pattern in a report. */
export interface Reported {
  readonly pattern: string
  readonly text: string
  readonly standing: Axes
  /** By the profile in force: its score, or what showing it is worth. */
  readonly worth: number
  readonly successes: number
  readonly ignores: number
}

/** What the loop holds and whether its runs do better. */
export interface LoopReport {
  readonly generatedAt: number
  readonly runs: number
  readonly outcomes: { readonly [R in RunEnd]: number }
  readonly weeks: readonly Week[]
  readonly byLifecycle: { readonly [state: string]: number }
  readonly byMaturity: { readonly [state: string]: number }
  readonly strongest: readonly Reported[]
  /** Patterns that validators dismiss, the most dismissed first; they are still shown, further down. */
  readonly dismissed: readonly Reported[]
  /** Patterns that are no longer shown, and why. */
  readonly retired: readonly (Reported & { readonly because: string })[]
}

interface ReportedBelief {
  readonly value: number
  /** It is worth that as a warning. */
  readonly inverts: boolean
  readonly barredBecause: readonly string[]
}

/** When a report is made, and by which numbers. */
export interface ReportScales {
  readonly now: number
  readonly policy: Policy
  /** Under the bayes profile: what showing a pattern is worth, and what bars it. */
  readonly believed?: (record: PatternRecord) => ReportedBelief
}

export function loopReport(
  patterns: readonly PatternRecord[],
  runs: readonly Run[],
  scales: ReportScales,
): LoopReport {
  const standings = patterns
    .map((record) => reported(record, scales))
    .sort((a, b) => b.worth - a.worth || (a.pattern < b.pattern ? -1 : 1))
  const showable = standings.filter(({ because }) => because === '').map(withoutReason)
  const barred = standings.filter(({ because }) => because !== '')
  return {
    generatedAt: scales.now,
    runs: runs.length,
    outcomes: countOutcomes(runs),
    weeks: weeksOf(runs),
    byLifecycle: countBy(standings, ({ standing }) => standing.lifecycle),
    byMaturity: countBy(standings, ({ standing }) => standing.maturity),
    strongest: showable.slice(0, MOST),
    dismissed: showable
      .filter((item) => item.ignores > 0)
      .sort((a, b) => b.ignores - a.ignores)
      .slice(0, MOST),
    retired: barred.slice(0, MOST),
  }
}

function reported(
  record: PatternRecord,
  { now, policy, believed }: ReportScales,
): Reported & { readonly because: string } {
  const { pattern, evidence } = record
  const standing = axesOf(record, now, policy)
  const byCounts = { value: standing.score, inverts: false, barredBecause: standing.barredBecause }
  const { value: worth, inverts, barredBecause } = believed?.(record) ?? byCounts
  const isWorthless = believed !== undefined && worth <= 0
  return {
    pattern: pattern.id,
    text: inverts ? inversionWords(pattern.text) : pattern.text,
    standing,
    worth,
    successes: evidence.successes,
    ignores: evidence.ignoreCount,
    because:
      barredBecause.length === 0 && isWorthless
        ? 'worth nothing by what was observed'
        : barredBecause.join('; '),
  }
}

function withoutReason({ because: _, ...item }: Reported & { readonly because: string }): Reported {
  return item
}

function countOutcomes(runs: readonly Run[]): LoopReport['outcomes'] {
  const counts = { success: 0, partial: 0, failure: 0, unknown: 0 }
  for (const run of runs) counts[runEnd(run)] += 1
  return counts
}

/** Seven days from the first run on, then the next seven; a week without runs is there too. */
function weeksOf(runs: readonly Run[]): Week[] {
  if (runs.length === 0) return []
  const first = runs.reduce((least, run) => Math.min(least, run.firstAt), Number.POSITIVE_INFINITY)
  const last = runs.reduce((most, run) => Math.max(most, run.firstAt), first)
  const weeks = Array.from({ length: Math.floor((last - first) / WEEK_MS) + 1 }, (_, i) => ({
    from: first + i * WEEK_MS,
    runs: 0,
    observed: 0,
    successes: 0,
  }))
  for (const run of runs) {
    const week = weeks[Math.floor((run.firstAt - first) / WEEK_MS)]!
    const end = runEnd(run)
    week.runs += 1
    week.observed += end === 'unknown' ? 0 : 1
    week.successes += end === 'success' ? 1 : 0
  }
  return weeks
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}

/** The runs that were last active on one day (UTC). */
export interface Day {
  readonly from: number
  readonly runs: number
  readonly injections: number
  readonly shown: number
  readonly applied: number
  readonly errors: number
  readonly success: number
  readonly partial: number
  readonly failure: number
  /** Nobody observed how they ended, or they have not ended. */
  readonly unknown: number
}

/** Every day of the last so many, oldest first, the empty ones too: a gap in a line is a lie. */
export function dailyRuns(runs: readonly Run[], now: number, days: number): Day[] {
  const today = Math.floor(now / DAY_MS)
  const byDay = new Map<number, Run[]>()
  for (const run of runs) {
    const day = Math.floor(run.lastAt / DAY_MS)
    byDay.set(day, [...(byDay.get(day) ?? []), run])
  }
  return Array.from({ length: days }, (_, index) => {
    const day = today - days + 1 + index
    return dayOf(day * DAY_MS, byDay.get(day) ?? [])
  })
}

function dayOf(from: number, runs: readonly Run[]): Day {
  const ended = (end: RunEnd) => runs.filter((run) => runEnd(run) === end).length
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0)
  const [success, partial, failure] = [ended('success'), ended('partial'), ended('failure')]
  return {
    from,
    runs: runs.length,
    injections: sum(({ receipts }) => receipts),
    shown: sum(({ tiers }) => Object.keys(tiers).length),
    applied: sum(({ tiers }) => Object.values(tiers).filter((tier) => tier === 'applied').length),
    errors: sum(({ errors }) => errors),
    success,
    partial,
    failure,
    unknown: runs.length - success - partial - failure,
  }
}
