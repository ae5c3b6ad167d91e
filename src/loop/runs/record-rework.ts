import type { Tier } from '../../domain/values/pattern.ts'
import type { FixingCommit } from '../../engine/governance/late-truth.ts'
import type { RunRecord } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/check-payload.ts'
import { gradedBy } from './record-merge.ts'

/** As much of a commit's id as is kept of it. */
const SHOWN = 12

export interface ReworkRecorded {
  /** It was known before: nothing changed. */
  readonly duplicate: boolean
  /** The patterns that the run used, with the tier they reached in it. */
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
