import { isAgentsDoor } from '../../domain/event.ts'
import { DAY_MS } from '../../domain/numbers.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import {
  type FixingCommit,
  LATE_TRUTH,
  type LateTruth,
  lateTruth,
  reworks,
} from '../../engine/governance/late-truth.ts'
import type { RunRecord } from '../../projection/documents/documents.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import { runStream } from '../journal/append-facts.ts'
import { isUnavailable } from '../learning/project-access.ts'
import { type CitationsChecked, checkCitations } from '../patterns/cited-lines.ts'
import { type MergeRecorded, recordMerge } from './record-merge.ts'
import { recordRework, runsOfCommits } from './record-rework.ts'

export interface WatchRequest {
  /** The branch that work is merged into; default: detected. */
  readonly branch?: string
  /** Days after which work on the branch counts as kept; 1 if left out. */
  readonly keptAfterDays?: number
  /** Days within which a revert counts against the work; default 14. */
  readonly revertWithinDays?: number
  /** Days within which a fix counts as rework; default 14. */
  readonly reworkWithinDays?: number
  /** Days to look back; default 90. */
  readonly sinceDays?: number
}

/** What a branch's history shows about runs, and what of it is new. */
export interface OutcomesWatched {
  readonly branch: string
  readonly commits: number
  readonly runs: number
  readonly news: readonly WatchedRun[]
  /** Whether the lines that patterns cite are still in the code. */
  readonly citations: CitationsChecked
}

/** Kept, taken back, or kept only after the commit had fixed it. */
export interface WatchedRun
  extends LateTruth,
    Pick<MergeRecorded, 'graded'>,
    Partial<Pick<FixingCommit, 'mends' | 'sign'>> {}

const SINCE_DAYS = 90

/** The number of runs whose work got a newly known result. */
export async function newsOfWork(context: LoopContext): Promise<number> {
  try {
    return (await watchOutcomes(context)).news.length
  } catch (error) {
    // There is no repository, or nothing in it yet.
    if (!(error instanceof UserError)) throw error
    return 0
  }
}

/** Checks what became of runs' work, and records new results: kept, reverted or fixed by others. Repeating it changes nothing. */
export async function watchOutcomes(context: LoopContext, given: WatchRequest = {}): Promise<OutcomesWatched> {
  // An agent may not choose what counts as kept, or on which branch.
  const request = isAgentsDoor(context.origin) ? {} : given
  const { branch, sinceDays = SINCE_DAYS } = request
  const now = context.now()
  const asked = { since: now - sinceDays * DAY_MS, branch }
  const history = (await (await context.workshop?.())?.history(asked)) ?? { unavailable: 'there is no repository' }
  if (isUnavailable(history))
    throw inputError(`There is nothing to watch: ${history.unavailable}.`, 'mettle outcome watch --branch NAME')
  const runsOf = await runsOfCommits(context)
  const truths = lateTruth(history.commits, runsOf, now, policyOf(request))
  const fixed = reworks(history.commits, runsOf, policyOf(request))
  const known = await bodiesOf(context.journal, RUN, history.commits.flatMap(runsOf))
  const news: WatchedRun[] = []
  for (const truth of truths) {
    const record = known.get(truth.run)
    if (record === undefined || record.run.merge?.kept === truth.kept || record.run.merge?.kept === false) continue
    if (truth.kept && now - (await firstHeardOf(context, record)) < policyOf(request).keptAfterDays * DAY_MS) continue
    const { run, kept, commit, at: occurredAt } = notBefore(record, truth)
    const { duplicate, graded } = await recordMerge(context, { run, kept, reference: commit.slice(0, 12), occurredAt })
    if (!duplicate) news.push({ ...truth, graded })
  }
  const takenBack = new Set(truths.filter(({ kept }) => !kept).map(({ run }) => run))
  for (const rework of fixed) {
    const record = known.get(rework.run)
    if (record === undefined || takenBack.has(rework.run) || isSettled(record)) continue
    const { duplicate, graded } = await recordRework(context, notBefore(record, rework), record)
    if (!duplicate) news.push({ ...rework, kept: true, graded })
  }
  const citations = await checkCitations(context)
  return { branch: history.branch, commits: history.commits.length, runs: known.size, news, citations }
}

/** When the journal first recorded the run; authors choose the dates of commits and facts, but not this one. */
async function firstHeardOf({ journal }: LoopContext, { run: { id, firstAt } }: RunRecord): Promise<number> {
  const [first] = await journal.read({ stream: runStream(id), limit: 1 })
  return first?.recordedAt ?? firstAt
}

/** Clamps the time to the run's start. */
function notBefore<T extends { readonly at: number }>({ run }: RunRecord, input: T): T {
  return { ...input, at: Math.max(input.at, run.firstAt) }
}

function policyOf(request: WatchRequest) {
  return {
    keptAfterDays: request.keptAfterDays ?? LATE_TRUTH.keptAfterDays,
    revertWithinDays: request.revertWithinDays ?? LATE_TRUTH.revertWithinDays,
    reworkWithinDays: request.reworkWithinDays ?? LATE_TRUTH.reworkWithinDays,
  }
}

/** Whether the run needs no further check: one fixing commit is enough, and reverted work needs none. */
function isSettled({ run: { merge, rework } }: RunRecord): boolean {
  return merge?.kept === false || (rework?.commits.length ?? 0) > 0
}
