import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/numbers.ts'
/** How much history stays in the journal. The text of older events moves to an archive; everything derived from them stays. */
export const RETENTION = {
  maxRuns: 100,
  maxSessions: 50,
  maxLogLines: 10_000,
  maxArchiveAgeDays: 30,
  lockStaleHours: 4,
  protectedWindowMinutes: 30,
}

export type Retention = typeof RETENTION

/** The fields of a fact that retention needs. */
export interface RetainedFact {
  readonly position: number
  readonly recordedAt: number
  readonly run?: string
}

/** The part of the journal that stays: the newest runs, the newest facts, and every run that is under way. */
export interface RetentionLimits {
  readonly runs: ReadonlySet<string>
  readonly activeRuns: ReadonlySet<string>
  /** Facts after this position are among the newest. */
  readonly after: number
  /** Facts recorded after this time are not touched. */
  readonly since: number
}

/**
 * The last fact of a stretch that may be archived; undefined if there is none. A fact may be archived if it is not among the newest facts, or
 * belongs to a run that is not among the newest; the stretch ends before the first fact of a run that is under way.
 *
 * Runs a a b b, b kept and a not: the first two are archived, and nothing of b.
 */
export function lastToArchive(
  facts: readonly RetainedFact[],
  kept: RetentionLimits,
): { readonly last: number | undefined; readonly isEnd: boolean } {
  let last: number | undefined
  for (const fact of facts) {
    if (fact.recordedAt > kept.since || (fact.run !== undefined && kept.activeRuns.has(fact.run)))
      return { last, isEnd: true }
    if (fact.position <= kept.after || (fact.run !== undefined && !kept.runs.has(fact.run))) last = fact.position
    else if (fact.run !== undefined) return { last, isEnd: true }
  }
  return { last, isEnd: false }
}

/** An entry of the folder `.learnings` that does not stay forever. */
export type LearningsEntry =
  /** The files of one run in `sessions`. */
  | { readonly kind: 'session'; readonly path: string; readonly at: number; readonly run: string }
  /** A pending file whose content is in the journal. */
  | { readonly kind: 'archived'; readonly path: string; readonly at: number }
  /** `at`: when it was taken. `isHeld`: its process is alive. */
  | {
      readonly kind: 'lock'
      readonly path: string
      readonly at: number
      readonly isHeld: boolean
      readonly run?: string
    }

export interface Leaving {
  readonly path: string
  readonly why: string
}

/**
 * The files to delete from `.learnings`: sessions beyond the newest, processed files that are too old, and the lock of a run that died. Nothing
 * that changed within the protected time, nothing of a run that is under way, and nothing at all while a run holds the lock.
 *
 * Three sessions, of which two may stay: the oldest is deleted, unless its run is under way; then it is kept in addition to the two.
 */
export function leavingLearnings(
  entries: readonly LearningsEntry[],
  retention: Retention,
  { now, activeRuns }: { now: number; activeRuns: ReadonlySet<string> },
): Leaving[] {
  const since = now - retention.protectedWindowMinutes * MINUTE_MS
  if (lockHolder(entries) !== undefined) return []
  const sessions = entries
    .filter((entry) => entry.kind === 'session')
    .sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
  const beyond = new Set<LearningsEntry>(sessions.slice(retention.maxSessions))
  return entries.flatMap((entry) => {
    const why = entry.at > since ? undefined : reasonFor(entry, retention, now)
    const isKept = entry.kind === 'session' && (!beyond.has(entry) || isOf(entry.run, activeRuns))
    return why === undefined || isKept ? [] : [{ path: entry.path, why }]
  })
}

function reasonFor(
  entry: LearningsEntry,
  { maxSessions, maxArchiveAgeDays, lockStaleHours }: Retention,
  now: number,
): string | undefined {
  const age = now - entry.at
  switch (entry.kind) {
    case 'session':
      return `not among the newest ${maxSessions}`
    case 'archived':
      return age > maxArchiveAgeDays * DAY_MS
        ? `written ${Math.floor(age / DAY_MS)} days ago; ${maxArchiveAgeDays} are kept`
        : undefined
    case 'lock':
      return !entry.isHeld && age > lockStaleHours * HOUR_MS
        ? `of a run that died; taken ${Math.floor(age / HOUR_MS)} hours ago`
        : undefined
  }
}

/** The run that works in the folder, if its process is alive. */
export function lockHolder(entries: readonly LearningsEntry[]): string | undefined {
  const held = entries.find((entry) => entry.kind === 'lock' && entry.isHeld) as { readonly run?: string } | undefined
  return held && (held.run ?? 'a run without a name')
}

/** The folder of run 7 is `run-7`, whether the run is called 7 or run-7. */
function isOf(run: string, runs: ReadonlySet<string>): boolean {
  return runs.has(run) || runs.has(`run-${run}`)
}
