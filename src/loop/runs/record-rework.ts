import type { Step } from '../../capture/session/session.ts'
import { type FixingCommit, type HistoryCommit, runsNamedIn } from '../../engine/governance/late-truth.ts'
import { RUN, type RunRecord } from '../../projection/documents/documents.ts'
import { COMMIT, type CommitRecord } from '../../projection/fold-sessions.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft } from '../facts/append-keys.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import { byMettle } from '../facts/provenance.ts'
import { appendFact, appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'
import { isUnavailable } from '../learning/project-access.ts'
import { gradedBy } from './record-merge.ts'

/** Stored length of a commit id. */
const SHOWN = 12

/** Records that a commit of others fixed the work of a run. A duplicate changes nothing. */
export async function recordRework(
  context: LoopContext,
  { run, commit, mends, at, sign }: FixingCommit,
  record: RunRecord,
) {
  const by = commit.slice(0, SHOWN)
  const told = { run, commit: by, mends: mends.slice(0, SHOWN), sign }
  const place = { ...placeOf(run, at), key: `reworked/${run}/${by}` }
  const { duplicate } = await appendFact(context, await checkedDraft('run-reworked', told, place))
  return { duplicate, graded: gradedBy(record) }
}

const MOST_COMMITS = 10_000

type Told = Pick<HistoryCommit, 'id' | 'message' | 'authoredAt'>

/** Finds the runs behind a commit: those named in its message, and those whose sessions made it. A rebased commit has another id, but keeps its subject and time; an amended one replaced the original in the reflog of HEAD; a squashed one lists the subjects of the commits it contains. */
export async function runsOfCommits(context: LoopContext): Promise<(commit: Told) => string[]> {
  const { journal } = context
  const before = await amendedFrom(context)
  const made = await journal.list(COMMIT, { limit: MOST_COMMITS })
  const byId = new Map(made.map(({ id, body }) => [id, body.run]))
  const lengths = [...new Set(made.map(({ id }) => id.length))]
  const bySubject = new Map<string, CommitRecord[]>()
  for (const { body } of made)
    if (body.subject !== undefined) bySubject.set(body.subject, [...(bySubject.get(body.subject) ?? []), body])
  return ({ id, message, authoredAt }) => {
    const known = before(id).flatMap((one) => lengths.flatMap((length) => byId.get(one.slice(0, length)) ?? []))
    const [subject = '', ...body] = message.split('\n')
    const rebased = (bySubject.get(subject) ?? []).filter((one) => one.authoredAt === authoredAt)
    const squashed = body.flatMap((line) => bySubject.get(LISTED.exec(line)?.[1] ?? '') ?? [])
    const others = known.length > 0 ? [] : [...rebased, ...squashed].map(({ run }) => run)
    return [...new Set([...runsNamedIn(message), ...known, ...others])]
  }
}

/** A commit and those that it replaced by amends, as far as the log of HEAD goes back. */
async function amendedFrom(context: LoopContext): Promise<(id: string) => string[]> {
  const made = await (await context.workshop?.())?.commitsMade(0)
  if (made === undefined || isUnavailable(made)) return (id) => [id]
  const amends = new Map(made.commits.map((commit) => [commit.id, commit.amends]))
  return (id) => {
    const versions = new Set<string>()
    for (let one: string | undefined = id; one !== undefined && !versions.has(one); one = amends.get(one))
      versions.add(one)
    return [...versions]
  }
}

/** A line of the message of a squashed commit: `* Fix the pages`. */
const LISTED = /^\s*[*-] (\S.*\S)\s*$/

/** The recorded runs behind a commit, or behind all commits of a merge, plus explicitly named ones. */
export async function runsBehind(
  context: LoopContext,
  { commit, runs }: { readonly commit?: string; readonly runs: readonly string[] },
): Promise<{ readonly commit?: string; readonly runs: ReadonlyMap<string, RunRecord> }> {
  if (commit === undefined) return { runs: await bodiesOf(context.journal, RUN, runs) }
  const commits = await commitsNamed(context, commit)
  const found = [...runs, ...commits.flatMap(await runsOfCommits(context))]
  return { commit: commits[0]?.id ?? commit, runs: await bodiesOf(context.journal, RUN, found) }
}

/** The named commit; if the repository does not have it, just its name. */
async function commitsNamed(context: LoopContext, name: string): Promise<Told[]> {
  const history = await (await context.workshop?.())?.commitsOf(name)
  return history === undefined || isUnavailable(history) || history.commits.length === 0
    ? [{ id: name, message: '' }]
    : [...history.commits]
}

/** Git times have whole seconds, and a hook runs after the step. */
const CLOCKS_DIFFER_MS = 2_000
/** Assumed duration of a step if the client does not report it. */
const USUAL_STEP_MS = 60_000
const MOST_OF_ONE_SESSION = 200

/** Records the commits that a session's steps made, by when HEAD moved, whatever git printed. */
export async function recordCommits(context: LoopContext, run: string, steps: readonly Step[]): Promise<number> {
  const ran = steps.flatMap((step, index) => {
    if (step.is !== 'tool' || step.kind !== 'shell' || step.ended === 'denied') return []
    // Any script may commit; without a duration, the command must mention git.
    if (step.durationMs === undefined && !/\bgit\b/.test(step.command ?? '')) return []
    const begun = step.at - (step.durationMs ?? USUAL_STEP_MS) - CLOCKS_DIFFER_MS
    // The previous step had ended by then, rounded down to git's seconds.
    const before = Math.floor((steps[index - 1]?.at ?? 0) / 1_000) * 1_000
    return [{ from: Math.max(begun, before), to: step.at + CLOCKS_DIFFER_MS }]
  })
  const [first] = ran
  const made = first && (await (await context.workshop?.())?.commitsMade(first.from))
  if (made === undefined || isUnavailable(made)) return 0
  const own = made.commits.filter(({ at }) => ran.some(({ from, to }) => at >= from && at <= to))
  const drafts: Draft[] = []
  for (const { id, at, message, authoredAt = at } of own.slice(-MOST_OF_ONE_SESSION)) {
    const commits = [{ id, subject: message.slice(0, 2_000), authoredAt }]
    drafts.push(await checkedDraft('commits-made', { commits }, { ...placeOf(run, at), key: `commit/${run}/${id}` }))
  }
  const appended = drafts.length === 0 ? [] : await appendFacts(byMettle(context), drafts)
  return appended.filter(({ duplicate }) => !duplicate).length
}
