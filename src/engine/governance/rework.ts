import { type HistoryCommit, LATE_TRUTH, type LateTruthPolicy } from './late-truth.ts'

/** A commit that mended the work of a run, as its own message says. */
export interface Mended {
  readonly run: string
  readonly commit: string
  /** The commit of the run that it names. */
  readonly mends: string
  readonly at: number
  /** By what it names it: `fixup!` and its like before a subject, or a line `Fixes: ID`. */
  readonly sign: 'fixup' | 'trailer'
}

const DAY_MS = 86_400_000
const FIXUP = /^(?:(?:fixup|squash|amend)! )+/
const FIXES = /^Fixes:[ \t]+([0-9a-f]{7,40})(?:[ \t]+\(".*)?[ \t\r]*$/gim
const ID = /^[0-9a-f]{7,40}$/

/**
 * The runs whose work others mended within 14 days, each by the first commit that says so. What a run mends of its own is part of its work. Where several commits could be meant, as
 * with two of one subject, only what holds for all of them is certain.
 */
export function reworks(
  commits: readonly HistoryCommit[],
  runsOf: (commit: HistoryCommit) => readonly string[],
  policy: LateTruthPolicy = LATE_TRUTH,
): Mended[] {
  const found = new Map<string, Mended>()
  const named = namesIn(commits)
  for (const mending of [...commits].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
    const own = new Set(runsOf(mending))
    for (const { meant, sign } of named(mending)) {
      const mends = meant.reduce((newest, one) => (one.at > newest.at ? one : newest))
      if (mending.at - mends.at > policy.reworkWithinDays * DAY_MS) continue
      for (const run of sharedBy(meant.map(runsOf)))
        if (!own.has(run) && !found.has(run))
          found.set(run, { run, commit: mending.id, mends: mends.id, at: mending.at, sign })
    }
  }
  return [...found.values()]
}

interface Named {
  readonly meant: readonly HistoryCommit[]
  readonly sign: Mended['sign']
}

/** Tells what a commit says that it mends: for each name all commits that could be meant, at least one. */
function namesIn(commits: readonly HistoryCommit[]): (mending: HistoryCommit) => Named[] {
  const bySubject = bySubjectOf(commits)
  const byId = byIdOf(commits)
  const fixedBy = (mending: HistoryCommit) => {
    const subject = subjectOf(mending)
    const wanted = subject.replace(FIXUP, '')
    if (wanted === subject) return []
    const earlier = bySubject.get(wanted)?.filter(({ at }) => at <= mending.at) ?? []
    return earlier.length === 0 && ID.test(wanted) ? byId(wanted) : earlier
  }
  return (mending) => {
    const trailers = [...mending.message.matchAll(FIXES)].map(([, id]) => byId(id!))
    const named: Named[] = trailers.map((meant) => ({ meant, sign: 'trailer' }))
    return [{ meant: fixedBy(mending), sign: 'fixup' as const }, ...named].filter(
      ({ meant }) => meant.length > 0,
    )
  }
}

/** Those whose id begins so, found by halving: a message may name thousands. */
function byIdOf(commits: readonly HistoryCommit[]): (start: string) => readonly HistoryCommit[] {
  const ordered = [...commits].sort((a, b) => (a.id < b.id ? -1 : 1))
  const firstFrom = (id: string) => {
    let [low, high] = [0, ordered.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ordered[middle]!.id < id) low = middle + 1
      else high = middle
    }
    return low
  }
  return (start) => {
    const id = start.toLowerCase()
    return ordered.slice(firstFrom(id), firstFrom(`${id}g`))
  }
}

function bySubjectOf(commits: readonly HistoryCommit[]): ReadonlyMap<string, readonly HistoryCommit[]> {
  const found = new Map<string, HistoryCommit[]>()
  for (const commit of commits) {
    const subject = subjectOf(commit)
    const known = found.get(subject)
    if (known === undefined) found.set(subject, [commit])
    else known.push(commit)
  }
  return found
}

function subjectOf({ message }: HistoryCommit): string {
  return (message.split('\n', 1)[0] ?? '').trim()
}

/** The runs that all of several commits are the work of. */
function sharedBy([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((run) => others.every((runs) => runs.includes(run)))
}
