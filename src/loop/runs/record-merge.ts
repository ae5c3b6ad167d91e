import { becameOf } from '../../domain/run.ts'
import { own } from '../../domain/sets.ts'
import { notFound } from '../../domain/user-error.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { RUN, type RunRecord } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFacts, type Draft, runStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordMergeInput } from '../verbs/deliberations.ts'

/** Late truth: whether the work of a run was kept, or taken back after it was merged. */
export type MergeInput = Fields<typeof recordMergeInput>

export interface MergeRecorded {
  readonly run: string
  readonly kept: boolean
  /** It was known before, or what was taken back is said to be kept: nothing changed. */
  readonly duplicate: boolean
  readonly graded: readonly { readonly pattern: string; readonly tier: Tier }[]
}

/** Records that a run's work was merged or reverted. Once is enough; what was taken back stays taken back. */
export async function recordMerge(context: LoopContext, input: MergeInput): Promise<MergeRecorded> {
  const { run, kept, reference, reason, occurredAt } = input
  checkPlace({ run, occurredAt })
  return untilAppended(async () => {
    const stream = runStream(run)
    const expectedVersion = await versionOf(context, stream)
    const [document] = await context.journal.documents([{ kind: RUN, id: run }])
    const record = document?.body
    if (record === undefined)
      throw notFound(`There is no run '${run}'.`, 'Name the run under which the work was recorded.')
    const duplicate = record.run.merge !== undefined && (record.run.merge.kept === kept || kept)
    const place = { stream, run, expectedVersion, occurredAt }
    if (!duplicate)
      await appendFacts(context, [{ ...(await fact({ run, kept, reference, reason })), ...place } as Draft])
    const isVoid = duplicate || (kept && becameOf(record.run) === 'reworked')
    return { run, kept, duplicate, graded: isVoid ? [] : gradedBy(record) }
  })
}

async function fact({
  run,
  kept,
  reference,
  reason,
}: {
  run: string
  kept: boolean
  reference: string | undefined
  reason: string | undefined
}) {
  const about = { run, reference }
  if (kept)
    return { type: 'run-merged' as const, payload: await checkPayload('run-merged', about), key: `merged/${run}` }
  const payload = await checkPayload('run-reverted', { ...about, reason })
  return { type: 'run-reverted' as const, payload, key: `reverted/${run}` }
}

export function gradedBy({ run }: RunRecord): { pattern: string; tier: Tier }[] {
  return Object.keys(run.tiers).flatMap((pattern) => {
    const tier = own(run.tiers, pattern)
    return tier === undefined || tier === 'shown' ? [] : [{ pattern, tier }]
  })
}
