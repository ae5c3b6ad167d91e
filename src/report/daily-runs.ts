import type { Run } from '../domain/run.ts'
import type { RunEnd } from '../domain/values/outcome.ts'
import { runEnd } from './run-end.ts'

const DAY_MS = 86_400_000

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
