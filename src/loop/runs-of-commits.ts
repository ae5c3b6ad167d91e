import { type HistoryCommit, runsNamedIn } from '../engine/late-truth.ts'
import { RUN, type RunRecord } from '../projection/documents.ts'
import { COMMIT, type CommitRecord } from '../projection/fold-commits.ts'
import type { LoopContext } from './context.ts'

const MOST_COMMITS = 10_000

/** Tells whose work a commit is: of the runs that its message names, and of the one whose session made it. */
export async function runsOfCommits({
  journal,
}: LoopContext): Promise<(commit: Pick<HistoryCommit, 'id' | 'message'>) => string[]> {
  const made = await journal.list(COMMIT, { limit: MOST_COMMITS })
  const byId = new Map(made.map(({ id, body }) => [id, (body as CommitRecord).run]))
  const lengths = [...new Set(made.map(({ id }) => id.length))]
  return ({ id, message }) => {
    const known = lengths.flatMap((length) => byId.get(id.slice(0, length)) ?? [])
    return [...new Set([...runsNamedIn(message), ...known])]
  }
}

/** Those of some runs that the journal knows. */
export async function knownRuns(
  { journal }: LoopContext,
  runs: readonly string[],
): Promise<ReadonlyMap<string, RunRecord>> {
  const documents = await journal.documents([...new Set(runs)].map((id) => ({ kind: RUN, id })))
  return new Map(documents.map(({ id, body }) => [id, body as RunRecord]))
}
