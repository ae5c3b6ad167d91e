import type { Tier } from '../../domain/values/pattern.ts'
import { type FixingCommit, type HistoryCommit, runsNamedIn } from '../../engine/governance/late-truth.ts'
import { RUN, type RunRecord } from '../../projection/documents/documents.ts'
import { COMMIT } from '../../projection/fold-sessions.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/append-keys.ts'
import { isUnavailable } from '../learning/workshop.ts'
import { gradedBy } from './record-merge.ts'

/** As much of a commit's id as is kept of it. */
const SHOWN = 12

export interface ReworkRecorded {
  /** It was known before: nothing changed. */
  readonly duplicate: boolean
  readonly graded: readonly { readonly pattern: string; readonly tier: Tier }[]
}

/** Records that a commit of others mended the work of a run. */
export async function recordRework(
  context: LoopContext,
  { run, commit, mends, at, sign }: FixingCommit,
  record: RunRecord,
): Promise<ReworkRecorded> {
  const by = commit.slice(0, SHOWN)
  const told = { run, commit: by, mends: mends.slice(0, SHOWN), sign }
  const [appended] = await appendFacts(context, [
    {
      type: 'run-reworked',
      payload: await checkPayload('run-reworked', told),
      key: `reworked/${run}/${by}`,
      stream: runStream(run),
      run,
      occurredAt: at,
    },
  ])
  return { duplicate: appended?.duplicate ?? false, graded: gradedBy(record) }
}

const MOST_COMMITS = 10_000

/** Tells whose work a commit is: of the runs that its message names, and of the one whose session made it. */
export async function runsOfCommits({
  journal,
}: LoopContext): Promise<(commit: Pick<HistoryCommit, 'id' | 'message'>) => string[]> {
  const made = await journal.list(COMMIT, { limit: MOST_COMMITS })
  const byId = new Map(made.map(({ id, body }) => [id, body.run]))
  const lengths = [...new Set(made.map(({ id }) => id.length))]
  return ({ id, message }) => {
    const known = lengths.flatMap((length) => byId.get(id.slice(0, length)) ?? [])
    return [...new Set([...runsNamedIn(message), ...known])]
  }
}

/** The runs on record whose work a commit is, and of a merge of all that it brought; and those that are named beside it. */
export async function runsBehind(
  context: LoopContext,
  { commit, runs }: { readonly commit?: string; readonly runs: readonly string[] },
): Promise<{ readonly commit?: string; readonly runs: ReadonlyMap<string, RunRecord> }> {
  if (commit === undefined) return { runs: await knownRuns(context, runs) }
  const commits = await commitsNamed(context, commit)
  const found = [...runs, ...commits.flatMap(await runsOfCommits(context))]
  return { commit: commits[0]?.id ?? commit, runs: await knownRuns(context, found) }
}

/** A repository that does not have it leaves the commit as it was named. */
async function commitsNamed(
  context: LoopContext,
  name: string,
): Promise<Pick<HistoryCommit, 'id' | 'message'>[]> {
  const history = await (await context.workshop?.())?.commitsOf(name)
  return history === undefined || isUnavailable(history) || history.commits.length === 0
    ? [{ id: name, message: '' }]
    : [...history.commits]
}

/** Those of some runs that the journal knows. */
export async function knownRuns(
  { journal }: LoopContext,
  runs: readonly string[],
): Promise<ReadonlyMap<string, RunRecord>> {
  const documents = await journal.documents([...new Set(runs)].map((id) => ({ kind: RUN, id })))
  return new Map(documents.map(({ id, body }) => [id, body]))
}
