import { roundTo } from '../laws/rounding.ts'

/** One time that a pattern was put in front of an agent, and what came of it: by run, iteration and pattern. */
export interface Application {
  readonly status: 'applied' | 'injected'
  /** False when its citation did not hold. */
  readonly verified?: boolean | undefined
  /** Whether the run met its goal; absent when none was evaluated. */
  readonly goalSuccess?: boolean | undefined
  /** How much the pattern had to do with the change, 0 to 1. */
  readonly relevance?: number | undefined
  readonly buildFailed?: boolean | undefined
  readonly iteration?: number | undefined
}

/** All that the success rate asks of a pattern's applications, in a size that does not grow with them. */
export interface UsageTally {
  readonly rows: number
  readonly applied: number
  /** Applications that earn 1. */
  readonly held: number
  /** Applications that held while the goal was missed: the sum of their relevance, and how many have none. */
  readonly missedRelevance: number
  readonly missedUnknown: number
  readonly goalRows: number
  readonly newest?: number
  readonly lastApplied?: number
}

export const NO_USE: UsageTally = {
  rows: 0,
  applied: 0,
  held: 0,
  missedRelevance: 0,
  missedUnknown: 0,
  goalRows: 0,
}

/**
 * Counts an application in, or with -1 out again when more is known about it. The newest iterations stay: an application is
 * replaced by one of the same iteration, and what was applied is never unapplied.
 */
export function tallied(tally: UsageTally, row: Application, sign: 1 | -1 = 1): UsageTally {
  const isApplied = row.status === 'applied'
  const holds = isApplied && row.verified !== false && row.buildFailed !== true
  const misses = holds && row.goalSuccess === false
  const newest = later(tally.newest, row.iteration)
  const lastApplied = isApplied ? later(tally.lastApplied, row.iteration) : tally.lastApplied
  return {
    rows: tally.rows + sign,
    applied: tally.applied + (isApplied ? sign : 0),
    held: tally.held + (holds && !misses ? sign : 0),
    missedRelevance: roundTo(tally.missedRelevance + (misses ? sign * (row.relevance ?? 0) : 0), 9),
    missedUnknown: tally.missedUnknown + (misses && row.relevance === undefined ? sign : 0),
    goalRows: tally.goalRows + (row.goalSuccess === undefined ? 0 : sign),
    newest,
    lastApplied,
  }
}

function later(known: number | undefined, other: number | undefined): number | undefined {
  if (known === undefined || other === undefined) return known ?? other
  return Math.max(known, other)
}
