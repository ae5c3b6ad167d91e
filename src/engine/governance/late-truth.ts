import { DAY_MS } from '../../domain/numbers.ts'
export interface HistoryCommit {
  readonly id: string
  readonly at: number
  /** When it was first made; a rebase changes only the other time. */
  readonly authoredAt?: number
  /** The commit that this one amended, if the log of HEAD shows it. */
  readonly amends?: string
  readonly parents: readonly string[]
  readonly message: string
}

/** The fate of a run's work after it reached the branch. */
export interface LateTruth {
  readonly run: string
  readonly kept: boolean
  /** The newest commit of the run that stayed, or the one that reverted it. */
  readonly commit: string
  readonly at: number
}

export const LATE_TRUTH = {
  /** Work counts as kept after so many days on the branch. */
  keptAfterDays: 1,
  /** A later revert is a change of plans, not a judgement. */
  revertWithinDays: 14,
  /** A fix after this time counts as new work. */
  reworkWithinDays: 14,
}

export type LateTruthPolicy = typeof LATE_TRUTH

const REVERTS = /\bThis reverts commit ([0-9a-f]{7,40})\b/g
const TRAILER = /^Mettle-Run:[ \t]*(\S{1,200})[ \t]*$/gim

/** The runs that a commit names in its message: one `Mettle-Run: ID` a line, including the messages that a squash combined. */
export function runsNamedIn(message: string): string[] {
  return [...new Set([...message.matchAll(TRAILER)].map(([, run]) => run!))]
}

/** The fate of runs by a branch's history: work that stayed for a day was kept, work that was reverted within 14 days, even in part, was not. A revert of a merge takes back all that it brought. */
export function lateTruth(
  commits: readonly HistoryCommit[],
  runsOf: (commit: HistoryCommit) => readonly string[],
  now: number,
  policy: LateTruthPolicy = LATE_TRUTH,
): LateTruth[] {
  const found = new Map<string, LateTruth>()
  const byId = new Map(commits.map((commit) => [commit.id, commit]))
  for (const commit of [...commits].sort((a, b) => a.at - b.at)) {
    if (now - commit.at < policy.keptAfterDays * DAY_MS) continue
    for (const run of runsOf(commit)) found.set(run, { run, kept: true, commit: commit.id, at: commit.at })
  }
  for (const { revert, reverted } of revertsAmong(commits)) {
    if (revert.at - reverted.at > policy.revertWithinDays * DAY_MS) continue
    for (const run of broughtBy(reverted, byId).flatMap(runsOf))
      found.set(run, { run, kept: false, commit: revert.id, at: revert.at })
  }
  return [...found.values()].sort((a, b) => a.at - b.at || (a.run < b.run ? -1 : 1))
}

function revertsAmong(commits: readonly HistoryCommit[]) {
  return commits.flatMap((revert) =>
    [...revert.message.matchAll(REVERTS)].flatMap(([, prefix]) => {
      const meant = commits.filter(({ id }) => id.startsWith(prefix!))
      return meant.length === 1 ? [{ revert, reverted: meant[0]! }] : []
    }),
  )
}

/** The commit itself; for a merge, also the commits reachable from it and not from its first parent. */
export function broughtBy(commit: HistoryCommit, byId: ReadonlyMap<string, HistoryCommit>): readonly HistoryCommit[] {
  const [first, ...others] = commit.parents
  if (first === undefined || others.length === 0) return [commit]
  const before = reachedFrom([first], byId, new Set())
  return [commit, ...reachedFrom(others, byId, new Set(before)).flatMap((id) => byId.get(id) ?? [])]
}

function reachedFrom(
  from: readonly string[],
  byId: ReadonlyMap<string, HistoryCommit>,
  without: ReadonlySet<string>,
): string[] {
  const reached = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id) || without.has(id)) continue
    reached.add(id)
    open.push(...(byId.get(id)?.parents ?? []))
  }
  return [...reached]
}

/** A commit that fixes the work of a run, according to its own message. */
export interface FixingCommit {
  readonly run: string
  readonly commit: string
  /** The commit of the run that it names. */
  readonly mends: string
  readonly at: number
  /** How it names that commit: `fixup!` and its like before a subject, or a line `Fixes: ID`. */
  readonly sign: 'fixup' | 'trailer'
}

const FIXUP = /^(?:(?:fixup|squash|amend)! )+/
const FIXES = /^Fixes:[ \t]+([0-9a-f]{7,40})(?:[ \t]+\(".*)?[ \t\r]*$/gim
const ID = /^[0-9a-f]{7,40}$/

/** The runs whose work others fixed within 14 days, each with its first fixing commit. If the message could mean several commits, only what is true of all of them counts. */
export function reworks(
  commits: readonly HistoryCommit[],
  runsOf: (commit: HistoryCommit) => readonly string[],
  policy: LateTruthPolicy = LATE_TRUTH,
): FixingCommit[] {
  const found = new Map<string, FixingCommit>()
  const named = namesIn(commits)
  for (const fixing of [...commits].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
    const own = new Set(runsOf(fixing))
    for (const { meant, sign } of named(fixing)) {
      const mends = meant.reduce((newest, one) => (one.at > newest.at ? one : newest))
      if (fixing.at - mends.at > policy.reworkWithinDays * DAY_MS) continue
      for (const run of sharedBy(meant.map(runsOf)))
        if (!own.has(run) && !found.has(run))
          found.set(run, { run, commit: fixing.id, mends: mends.id, at: fixing.at, sign })
    }
  }
  return [...found.values()]
}

interface Named {
  readonly meant: readonly HistoryCommit[]
  readonly sign: FixingCommit['sign']
}

/** The commits that a commit says it fixes: for each name, all that could be meant, at least one. */
function namesIn(commits: readonly HistoryCommit[]): (fixing: HistoryCommit) => Named[] {
  const bySubject = bySubjectOf(commits)
  const byId = byIdOf(commits)
  const fixedBy = (fixing: HistoryCommit) => {
    const subject = subjectOf(fixing)
    const wanted = subject.replace(FIXUP, '')
    if (wanted === subject) return []
    const earlier = bySubject.get(wanted)?.filter(({ at }) => at <= fixing.at) ?? []
    return earlier.length === 0 && ID.test(wanted) ? byId(wanted) : earlier
  }
  return (fixing) => {
    const trailers = [...fixing.message.matchAll(FIXES)].map(([, id]) => byId(id!))
    const named: Named[] = trailers.map((meant) => ({ meant, sign: 'trailer' }))
    return [{ meant: fixedBy(fixing), sign: 'fixup' as const }, ...named].filter(({ meant }) => meant.length > 0)
  }
}

/** The commits whose id begins with a text, by binary search: a message may name thousands. */
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

/** The runs that all of several commits belong to. */
function sharedBy([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((run) => others.every((runs) => runs.includes(run)))
}
