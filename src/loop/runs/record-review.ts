import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { inputError } from '../../domain/user-error.ts'
import type { RunRecord } from '../../projection/documents/documents.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace } from '../facts/append-keys.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import { factsAbout } from '../facts/facts-about.ts'
import { appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordReviewInput } from '../verbs/outcomes.ts'
import { runsBehind } from './record-rework.ts'

/** A review's result, in GitHub's terms. */
export type ReviewInput = Fields<typeof recordReviewInput>

export interface ReviewRecorded {
  readonly result: ReviewInput['result']
  readonly review: string
  /** The reviewed commit, if known. */
  readonly commit?: string
  /** The runs concerned, and whether that was already recorded. Empty if it requests nothing. */
  readonly runs: readonly { readonly run: string; readonly duplicate: boolean }[]
}

const COMMIT_ID = /^[0-9a-f]{40,64}$/

/** Records that a reviewer asked for changes, or that such a review was dismissed. Approval and comments record nothing: that work was good shows when it is merged and stays. */
export async function recordReview(context: LoopContext, input: ReviewInput): Promise<ReviewRecorded> {
  const { result, occurredAt, runs = [] } = input
  checkPlace({ occurredAt })
  const commit = commitIn(input)
  const behind = await runsBehind(context, { runs, commit })
  const looked = behind.commit === undefined ? {} : { commit: shortId(behind.commit) }
  const review = reviewIn({ ...input, ...looked })
  const told = { result, review, ...looked }
  if (result === 'approved' || result === 'commented') return { ...told, runs: [] }
  const asked = result === 'dismissed' ? await askedBy(context, review) : new Map<string, RunRecord>()
  const about = new Map([...behind.runs, ...asked])
  const by = input.reviewer === undefined ? {} : { reviewer: input.reviewer }
  const drafts: Draft[] = []
  for (const [run, record] of about)
    if (!isKnown(record, { review, result }))
      drafts.push(await draftOf({ run, review, state: result, ...by, ...looked }, occurredAt))
  const appended = drafts.length === 0 ? [] : await appendFacts(context, drafts)
  const news = new Set(drafts.filter((_, i) => appended[i]?.duplicate !== true).map(({ run }) => run))
  return { ...told, runs: [...about.keys()].sort().map((run) => ({ run, duplicate: !news.has(run) })) }
}

/** HEAD by default, unless the runs are named or found by the dismissed review's key. */
function commitIn({ commit, runs = [], result, key }: ReviewInput): string | undefined {
  const isFound = runs.length > 0 || (result === 'dismissed' && key !== undefined)
  return commit ?? (isFound ? undefined : 'HEAD')
}

function reviewIn({ key, commit, reviewer }: Pick<ReviewInput, 'key' | 'commit' | 'reviewer'>): string {
  const review = key ?? [commit, reviewer].filter((part) => part !== undefined).join(' by ')
  if (review.trim() !== '') return review.trim()
  throw inputError(
    'key: is missing, and neither a commit nor a reviewer says which review it is',
    'Name the review with --key, or its reviewer with --reviewer.',
  )
}

/** The runs of an earlier review: its commit may be gone from the repository when it is dismissed. */
async function askedBy(context: LoopContext, review: string): Promise<ReadonlyMap<string, RunRecord>> {
  const facts = await factsAbout(context, `review/${review}`, 'review-recorded')
  const runs = facts.flatMap(({ run }) => run ?? [])
  return bodiesOf(context.journal, RUN, runs)
}

function isKnown({ run: { rework } }: RunRecord, recorded: Pick<ReviewRecorded, 'review' | 'result'>): boolean {
  const known = recorded.result === 'dismissed' ? rework?.dismissed : rework?.asked
  return known?.includes(recorded.review) ?? false
}

function draftOf(given: PayloadOf<'review-recorded'>, occurredAt: number | undefined): Promise<Draft> {
  const { run, review, state } = given
  const place = { ...placeOf(run, occurredAt), key: `review/${run}/${review}/${state}` }
  return checkedDraft('review-recorded', given, place)
}

/** The stored prefix of a commit id; a name unknown to the repository stays as it is. */
function shortId(commit: string): string {
  return COMMIT_ID.test(commit) ? commit.slice(0, 12) : commit
}
