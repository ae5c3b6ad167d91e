/** A commit as the history of a branch tells it. */
export interface HistoryCommit {
  readonly id: string
  readonly at: number
  readonly parents: readonly string[]
  readonly message: string
}

/** What became of the work of a run after it had reached the branch. */
export interface LateTruth {
  readonly run: string
  readonly kept: boolean
  /** The newest commit of the run that stayed, or the one that took it back. */
  readonly commit: string
  readonly at: number
}

export const LATE_TRUTH = {
  /** Work counts as kept when it has been on the branch for so long. */
  keptAfterDays: 1,
  /** Taken back later than that, it is a change of plans and no judgement. */
  revertWithinDays: 14,
  /** Mended later than that, it is the next piece of work. */
  reworkWithinDays: 14,
}

export type LateTruthPolicy = typeof LATE_TRUTH

const DAY_MS = 86_400_000
const REVERTS = /\bThis reverts commit ([0-9a-f]{7,40})\b/g
const TRAILER = /^Mettle-Run:[ \t]*(\S{1,200})[ \t]*$/gim

/** The runs that a commit names in its message: one `Mettle-Run: ID` a line, also in what a squash put together. */
export function runsNamedIn(message: string): string[] {
  return [...new Set([...message.matchAll(TRAILER)].map(([, run]) => run!))]
}

/**
 * What the history of a branch says of runs: work that has stayed for a day was kept, work that was reverted within 14 days was not. A revert of a merge takes
 * back all that the merge had brought. What was reverted in part was not kept.
 */
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

/** A commit itself; of a merge also what is reached from it and not from its first parent. */
export function broughtBy(
  commit: HistoryCommit,
  byId: ReadonlyMap<string, HistoryCommit>,
): readonly HistoryCommit[] {
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
