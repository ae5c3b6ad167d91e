import { DAY_MS } from '../domain/numbers.ts'
import { becameOf, type Run } from '../domain/run.ts'
import type { RunEnd } from '../domain/values/outcome.ts'
import { STATUSES, type Status } from '../domain/values/pattern.ts'
import type { Relapse } from '../engine/belief/relapse.ts'
import { compareFigure, type DrawnFigure, type FigureComparison } from '../engine/belief/uplift.ts'
import { isShown, type Standing, type StoodPattern, shownText } from '../engine/standing/standing.ts'
import { counted } from './standing-words.ts'

const ENDS = { kept: 'success', reworked: 'partial', reverted: 'failure' } as const

/** How a run ended, as far as anyone can tell by now: what became of its work holds against its outcome. Work that was kept ended well, what others had to fix did so in part, what was taken back failed. */
export function runEnd(run: Run): RunEnd {
  const became = becameOf(run)
  return became === undefined ? (run.outcome?.result ?? 'unknown') : ENDS[became]
}

const MOST = 5

export interface Reported extends Pick<Standing, 'status' | 'helps' | 'runs' | 'decidedBy' | 'because'> {
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
  readonly byStatus: { readonly [S in Status]: number }
  readonly strongest: readonly Reported[]
  /** Patterns that validators dismiss and agents are still shown, the most dismissed first. */
  readonly dismissed: readonly Reported[]
  readonly notShown: readonly Reported[]
  /** How often known mistakes came back in runs with lessons and in runs without, in one sentence; missing until one could come back. */
  readonly relapse?: Relapse & { readonly words: string }
  readonly cost?: Cost
  /** What sessions come to with all lessons that fit, and with some of them withheld at random. */
  readonly sharp?: readonly SharpRow[]
}

/** What agents pay for the lessons, over the sessions that were shown any or could have been. */
export interface Cost {
  readonly sessions: number
  /** A session, with the questions of hooks for a lesson. */
  readonly tokens: number
  /** How often hooks asked agents for a lesson, and what that took; over the newest 5,000 times. */
  readonly asks: { readonly times: number; readonly tokens: number }
  /** How long an agent waits for a hook that shows lessons; missing where none of them says so. */
  readonly hookMs?: number | undefined
  /** About how many mistakes came back because a lesson against them was withheld. */
  readonly relapses?: number | undefined
  readonly words: string
}

/** What a receipt cost: the tokens of its block, and how long the agent waited, where that is known. */
export interface Paid {
  readonly run: string
  readonly usedTokens: number
  readonly tookMs?: number
}

export function costOf(
  receipts: readonly Paid[],
  { asks, relapse, runs }: Pick<Cost, 'asks'> & { readonly relapse: Relapse | undefined; readonly runs: number },
): Cost | undefined {
  const paying = new Set(receipts.map(({ run }) => run)).size
  const sessions = Math.max(paying, Math.min(asks.times, runs))
  if (sessions === 0) return undefined
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const tokens = Math.round((sum(receipts.map(({ usedTokens }) => usedTokens)) + asks.tokens) / sessions)
  const waited = receipts.flatMap(({ tookMs }) => tookMs ?? [])
  const hookMs = waited.length === 0 ? undefined : Math.round(sum(waited) / waited.length)
  const relapses = relapse?.drop && Math.max(0, Math.round(relapse.drop * relapse.withheld.opportunities))
  const waits = hookMs === undefined ? '' : `, and a wait of ${hookMs} ms for each hook that shows lessons`
  const back =
    relapses === undefined
      ? ''
      : ` Withholding lessons at random, to measure this, let about ${counted(relapses, 'mistake')} come back.`
  const asked = ` Agents were asked for a lesson ${counted(asks.times, 'time')}, for ${counted(asks.tokens, 'token')} in all.`
  const words = `The cost: ${counted(tokens, 'token')} a session${waits}.${asks.times === 0 ? '' : asked}${back}`
  return { sessions, tokens, asks, hookMs, relapses, words }
}

/** One outcome of sessions, in both sorts of them. */
export interface SharpRow extends Partial<FigureComparison> {
  readonly id: string
  readonly name: string
  readonly unit: string
  readonly better: 'less' | 'more'
  /** With all lessons and without some, as a person reads them; empty where one is missing. */
  readonly means: readonly [string, string]
  /** What is known of the difference, or why nothing is. */
  readonly words: string
}

/** All rows together hold with 95%, so each of them with more. */
const SHARP_MISS = 0.01

export function sharpRow(
  { most, ...outcome }: Pick<SharpRow, 'id' | 'name' | 'unit' | 'better'> & { most: number },
  sessions: readonly DrawnFigure[],
): SharpRow {
  const compared = compareFigure(sessions, { most, miss: SHARP_MISS })
  const { difference, low, high, shown, withheld } = compared
  const means = [shown.mean.toFixed(1), withheld.mean.toFixed(1)] as const
  const { id, name, unit, better } = outcome
  const row = (words: string): SharpRow => ({ id, name, unit, better, ...compared, means, words })
  if (difference === undefined) {
    const sort = shown.sessions > 0 ? ' without a lesson' : withheld.sessions > 0 ? ' with all lessons' : ''
    return { ...row(`left out: no session${sort} shows it yet`), means: ['', ''] }
  }
  if (low <= 0 && high >= 0) return row(`${tenths(difference)}, too early to tell`)
  const isBetter = better === 'less' ? high < 0 : low > 0
  return row(`${tenths(difference)} (${tenths(low)} to ${tenths(high)}), ${isBetter ? 'better' : 'worse'}`)
}

function tenths(value: number): string {
  const text = value.toFixed(1).replace('-0.0', '0.0')
  return value > 0 && text !== '0.0' ? `+${text}` : text
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
  const { status, helps, runs, decidedBy, because } = standing
  const text = shownText(pattern, status)
  return { pattern: pattern.id, text, status, helps, runs, decidedBy, because, ignores: evidence.ignoreCount }
}

function countOutcomes(runs: readonly Run[]): LoopReport['outcomes'] {
  const counts = { success: 0, partial: 0, failure: 0, unknown: 0 }
  for (const run of runs) counts[runEnd(run)] += 1
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
