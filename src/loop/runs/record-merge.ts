import { becameOf } from '../../domain/run.ts'
import { own } from '../../domain/sets.ts'
import { notFound } from '../../domain/user-error.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { RUN, type RunRecord } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFact, placeOf, runStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordMergeInput } from '../verbs/deliberations.ts'

/** Late truth: whether the work of a run was kept, or taken back after it was merged. */
export type MergeInput = Fields<typeof recordMergeInput>

export interface MergeRecorded {
  readonly run: string
  readonly kept: boolean
  /** Already known, or reverted work reported as kept: nothing changed. */
  readonly duplicate: boolean
  readonly graded: readonly { readonly pattern: string; readonly tier: Tier }[]
}

/** Records that a run's work was merged or reverted, once; reverted work stays reverted. */
export async function recordMerge(context: LoopContext, input: MergeInput): Promise<MergeRecorded> {
  const { run, kept, reference, reason, occurredAt } = input
  checkPlace({ run, occurredAt })
  return untilAppended(async () => {
    const expectedVersion = await versionOf(context, runStream(run))
    const record = await bodyOf(context.journal, RUN, run)
    if (record === undefined)
      throw notFound(`There is no run '${run}'.`, 'Name the run under which the work was recorded.')
    const duplicate = record.run.merge !== undefined && (record.run.merge.kept === kept || kept)
    const place = { ...placeOf(run, occurredAt), expectedVersion, key: `${kept ? 'merged' : 'reverted'}/${run}` }
    const draft = kept
      ? await checkedDraft('run-merged', { run, reference }, place)
      : await checkedDraft('run-reverted', { run, reference, reason }, place)
    if (!duplicate) await appendFact(context, draft)
    const isVoid = duplicate || (kept && becameOf(record.run) === 'reworked')
    return { run, kept, duplicate, graded: isVoid ? [] : gradedBy(record) }
  })
}

export function gradedBy({ run }: RunRecord): { pattern: string; tier: Tier }[] {
  return Object.keys(run.tiers).flatMap((pattern) => {
    const tier = own(run.tiers, pattern)
    return tier === undefined || tier === 'shown' ? [] : [{ pattern, tier }]
  })
}
