import { DAY_MS } from '../domain/durations.ts'
import { becameOf, type Run } from '../domain/run.ts'
import type { RunEnd } from '../domain/values/outcome.ts'
import { STATUSES, type Status } from '../domain/values/pattern.ts'
import type { Relapse } from '../engine/belief/relapse.ts'
import { isShown, type Standing, type StoodPattern, shownText } from '../engine/standing/standing.ts'

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

export interface Reported extends Pick<Standing, 'status' | 'helps' | 'runs' | 'because'> {
  readonly pattern: string
  /** As an agent reads it. */
  readonly text: string
  /** How often validators dismissed it. */
  readonly ignores: number
}

/** What the loop holds and whether its runs do better. */
export interface LoopReport {
  readonly generatedAt: number
  readonly runs: number
  readonly outcomes: { readonly [R in RunEnd]: number }
  readonly weeks: readonly Week[]
  readonly byStatus: { readonly [S in Status]: number }
  readonly strongest: readonly Reported[]
  /** Patterns that validators dismiss and agents are still shown, the most dismissed first. */
  readonly dismissed: readonly Reported[]
  readonly notShown: readonly Reported[]
  /** How often known mistakes came back in runs with lessons and in runs without, in one sentence; missing until one could come back. */
  readonly relapse?: Relapse & { readonly words: string }
  /** How often hooks asked agents for a lesson, and what that cost them; over the newest 5,000 times. */
  readonly asks?: { readonly times: number; readonly tokens: number }
}

/** `patterns` are in the order of their standing. */
export function loopReport(patterns: readonly StoodPattern[], runs: readonly Run[], now: number): LoopReport {
  const reported = patterns.map(reportedOf)
  const shown = reported.filter(({ status }) => isShown(status))
  const count = (status: Status) => reported.filter((one) => one.status === status).length
  return {
    generatedAt: now,
    runs: runs.length,
    outcomes: countOutcomes(runs),
    weeks: weeksOf(runs),
    byStatus: Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as LoopReport['byStatus'],
    strongest: shown.slice(0, MOST),
    dismissed: shown
      .filter((item) => item.ignores > 0)
      .sort((a, b) => b.ignores - a.ignores)
      .slice(0, MOST),
    notShown: reported.filter(({ status }) => !isShown(status)).slice(0, MOST),
  }
}

function reportedOf({ pattern, standing, evidence }: StoodPattern): Reported {
  const { status, helps, runs, because } = standing
  const text = shownText(pattern, status)
  return { pattern: pattern.id, text, status, helps, runs, because, ignores: evidence.ignoreCount }
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
