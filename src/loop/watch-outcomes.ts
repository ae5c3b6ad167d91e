import { UserError } from '../domain/user-error.ts'
import { LATE_TRUTH, type LateTruth, lateTruth } from '../engine/late-truth.ts'
import { type CitationsChecked, checkCitations } from './cited-lines.ts'
import type { LoopContext } from './context.ts'
import { type MergeRecorded, recordMerge } from './record-merge.ts'
import { knownRuns, runsOfCommits } from './runs-of-commits.ts'
import { isUnavailable } from './workshop.ts'

export interface WatchRequest {
  /** The branch that work is merged into; else found. */
  readonly branch?: string
  /** Days after which work on the branch counts as kept; 1 if left out. */
  readonly keptAfterDays?: number
  /** Days within which a revert speaks against the work; 14 if left out. */
  readonly revertWithinDays?: number
  /** How far back to look; 90 days if left out. */
  readonly sinceDays?: number
}

/** What the history of a branch says about runs, and what of it is news. */
export interface OutcomesWatched {
  readonly branch: string
  readonly commits: number
  /** Runs whose work was found there. */
  readonly runs: number
  readonly news: readonly WatchedRun[]
  /** Whether the lines that patterns cite are still in the code. */
  readonly citations: CitationsChecked
}

export interface WatchedRun extends LateTruth, Pick<MergeRecorded, 'graded'> {}

const DAY_MS = 86_400_000
const SINCE_DAYS = 90

/** Looks at what became of the work of runs, and records what is news: kept, or taken back. Looking twice changes nothing. */
export async function watchOutcomes(
  context: LoopContext,
  request: WatchRequest = {},
): Promise<OutcomesWatched> {
  const { branch, sinceDays = SINCE_DAYS } = request
  const now = context.now()
  const asked = { since: now - sinceDays * DAY_MS, ...(branch === undefined ? {} : { branch }) }
  const history = (await (await context.workshop?.())?.history(asked)) ?? {
    unavailable: 'there is no repository',
  }
  if (isUnavailable(history))
    throw new UserError(
      'input',
      `There is nothing to watch: ${history.unavailable}.`,
      'mettle outcome watch --branch NAME',
    )
  const truths = lateTruth(history.commits, await runsOfCommits(context), now, policyOf(request))
  const known = await knownRuns(
    context,
    truths.map(({ run }) => run),
  )
  const news: WatchedRun[] = []
  for (const truth of truths) {
    const record = known.get(truth.run)
    if (record === undefined || record.run.merge?.kept === truth.kept || record.run.merge?.kept === false)
      continue
    const { duplicate, graded } = await recorded(context, truth)
    if (!duplicate) news.push({ ...truth, graded })
  }
  const citations = await checkCitations(context)
  return { branch: history.branch, commits: history.commits.length, runs: known.size, news, citations }
}

function policyOf(request: WatchRequest) {
  return {
    keptAfterDays: request.keptAfterDays ?? LATE_TRUTH.keptAfterDays,
    revertWithinDays: request.revertWithinDays ?? LATE_TRUTH.revertWithinDays,
  }
}

function recorded(context: LoopContext, { run, kept, commit, at }: LateTruth): Promise<MergeRecorded> {
  return recordMerge(context, { run, kept, reference: commit.slice(0, 12), occurredAt: at })
}
