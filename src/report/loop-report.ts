import { DAY_MS, plus } from '../domain/numbers.ts'
import type { RunEnd } from '../domain/values/outcome.ts'
import { STATUSES, type Status } from '../domain/values/pattern.ts'
import { type Relapse, relapseOf } from '../engine/belief/relapse.ts'
import {
  compareFigure,
  type DayRecord,
  type DrawnFigure,
  type FigureComparison,
  NO_DAY,
  upliftOf,
} from '../engine/belief/uplift.ts'
import { isShown, type Standing, type StoodPattern, shownText } from '../engine/standing/standing.ts'
import { counted } from './standing-words.ts'

const MOST = 5

export interface Reported extends Pick<Standing, 'status' | 'helps' | 'runs' | 'decidedBy' | 'because'> {
  readonly pattern: string
  /** As an agent reads it. */
  readonly text: string
  /** How often validators dismissed it. */
  readonly ignores: number
}

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
  /** Session outcomes with all fitting lessons, and with some withheld at random. */
  readonly sharp?: readonly SharpRow[]
  /** How many of the runs `sharp` compares: the newest. */
  readonly compared?: number
}

/** What the lessons cost agents, over the sessions that were or could have been shown any. */
export interface Cost {
  readonly sessions: number
  /** Per session, including hooks' requests for a lesson. */
  readonly tokens: number
  /** How often hooks asked agents for a lesson, and the tokens used. */
  readonly asks: { readonly times: number; readonly tokens: number }
  /** How long an agent waits for a hook that shows lessons; missing if no hook reports it. */
  readonly hookMs?: number | undefined
  /** About how many mistakes came back because a lesson against them was withheld. */
  readonly relapses?: number | undefined
  readonly words: string
}

export function costOf({ ran, paid }: Pick<DayRecord, 'ran' | 'paid'>, relapse?: Relapse): Cost | undefined {
  const asks = { times: paid.asks, tokens: paid.askTokens }
  const sessions = Math.max(ran.receiving, Math.min(asks.times, ran.runs))
  if (sessions === 0) return undefined
  const tokens = Math.round((paid.tokens + asks.tokens) / sessions)
  const hookMs = paid.waits === 0 ? undefined : Math.round(paid.waitedMs / paid.waits)
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

/** One session outcome, compared in both groups. */
export interface SharpRow extends Partial<FigureComparison> {
  readonly id: string
  readonly name: string
  readonly unit: string
  readonly better: 'less' | 'more'
  /** With all lessons and without some, in words; empty if one is missing. */
  readonly means: readonly [string, string]
  /** What is known about the difference, or why nothing is. */
  readonly words: string
}

/** All rows together are right with 95% confidence, so each alone needs more. */
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
    return { ...row(`no session${sort} shows it yet`), means: ['', ''] }
  }
  if (low <= 0 && high >= 0) return row(`${tenths(difference)}, too early to tell`)
  const isBetter = better === 'less' ? high < 0 : low > 0
  return row(`${tenths(difference)} (${tenths(low)} to ${tenths(high)}), ${isBetter ? 'better' : 'worse'}`)
}

function tenths(value: number): string {
  const text = value.toFixed(1).replace('-0.0', '0.0')
  return value > 0 && text !== '0.0' ? `+${text}` : text
}

export interface Ranked {
  readonly status: Status
  readonly ignores: number
}

/** The patterns that a report names, from all in order of standing. */
export function namedPatterns<T extends Ranked>(patterns: readonly T[]): T[][] {
  const shown = patterns.filter(({ status }) => isShown(status))
  const dismissed = shown.filter(({ ignores }) => ignores > 0).sort((a, b) => b.ignores - a.ignores)
  const notShown = patterns.filter(({ status }) => !isShown(status))
  return [shown, dismissed, notShown].map((some) => some.slice(0, MOST))
}

/** The report on all patterns, and on those that it names in words. */
export function loopReport(
  patterns: readonly Ranked[],
  [strongest = [], dismissed = [], notShown = []]: readonly StoodPattern[][],
  { ran }: DayRecord,
  now: number,
): LoopReport {
  const count = (status: Status) => patterns.filter((one) => one.status === status).length
  const { runs, success, partial, failure, unknown } = ran
  return {
    generatedAt: now,
    runs,
    outcomes: { success, partial, failure, unknown },
    byStatus: Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as LoopReport['byStatus'],
    strongest: strongest.map(reportedOf),
    dismissed: dismissed.map(reportedOf),
    notShown: notShown.map(reportedOf),
  }
}

function reportedOf({ pattern, standing, evidence }: StoodPattern): Reported {
  const { status, helps, runs, decidedBy, because } = standing
  const text = shownText(pattern, status)
  return { pattern: pattern.id, text, status, helps, runs, decidedBy, because, ignores: evidence.ignoreCount }
}

/** The runs last active on one day (UTC), and what was known at its end. */
export type Day = DayRecord['ran'] & {
  readonly from: number
  /** How much less often known mistakes came back with the lessons; missing until both sorts of runs are on record. */
  readonly relapse?: Estimate
  /** What adding one pattern changes in the share of runs that end well. */
  readonly uplift?: Estimate
}

/** A difference of shares, from -1 to 1, with its 95% interval. */
export type Estimate = Readonly<Record<'value' | 'low' | 'high', number>>

/** Every one of the last `days` days, oldest first, including empty ones, because a gap in a line would mislead. `known` are all days with events. */
export function dailyRuns(known: ReadonlyMap<number, DayRecord>, now: number, days: number): Day[] {
  const first = Math.floor(now / DAY_MS) - days + 1
  let total = NO_DAY
  for (const [day, record] of known) if (day < first) total = plus(total, record)
  let estimates = estimatesOf(total)
  return Array.from({ length: days }, (_, index) => {
    const record = known.get(first + index)
    if (record !== undefined) {
      total = plus(total, record)
      estimates = estimatesOf(total)
    }
    return { from: (first + index) * DAY_MS, ...(record ?? NO_DAY).ran, ...estimates }
  })
}

function estimatesOf(day: DayRecord): Pick<Day, 'relapse' | 'uplift'> {
  const [{ drop, ...back }, { estimate, ...added }] = [relapseOf(day.relapses), upliftOf(day.uplift)]
  return {
    relapse: drop === undefined ? undefined : { value: drop, low: back.low, high: back.high },
    uplift: estimate === undefined ? undefined : { value: estimate, low: added.low, high: added.high },
  }
}
