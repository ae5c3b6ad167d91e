/** How much of the past stays at hand. What is older leaves its words in an archive; what followed from it stays. */
export const RETENTION = {
  maxRuns: 100,
  maxSessions: 50,
  maxLogLines: 10_000,
  maxArchiveAgeDays: 30,
  lockStaleHours: 4,
  protectedWindowMinutes: 30,
}

export type Retention = typeof RETENTION

/** As much of a fact as retention asks about. */
export interface RetainedFact {
  readonly position: number
  readonly recordedAt: number
  readonly run?: string
}

/** What is kept at hand: the newest runs, the newest facts, and every run that is still under way. */
export interface Kept {
  readonly runs: ReadonlySet<string>
  readonly activeRuns: ReadonlySet<string>
  /** Facts after this position are among the newest. */
  readonly after: number
  /** Facts recorded after this time are not touched. */
  readonly since: number
}

/**
 * The last fact of a stretch that may be archived; undefined when none may. A fact may go when it is not among the newest facts, or
 * belongs to a run that is not among the newest; the stretch ends before the first fact of a run that is under way.
 *
 * Runs a a b b, b kept and a not: the first two go, and with them nothing of b.
 */
export function lastToArchive(
  facts: readonly RetainedFact[],
  kept: Kept,
): { readonly last: number | undefined; readonly isEnd: boolean } {
  let last: number | undefined
  for (const fact of facts) {
    if (isUnderWay(fact, kept)) return { last, isEnd: true }
    if (mayGo(fact, kept)) last = fact.position
    else if (fact.run !== undefined) return { last, isEnd: true }
  }
  return { last, isEnd: false }
}

function isUnderWay({ run, recordedAt }: RetainedFact, { activeRuns, since }: Kept): boolean {
  return recordedAt > since || (run !== undefined && activeRuns.has(run))
}

function mayGo({ run, position }: RetainedFact, { runs, after }: Kept): boolean {
  return position <= after || (run !== undefined && !runs.has(run))
}
