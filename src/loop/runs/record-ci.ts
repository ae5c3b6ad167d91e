import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace } from '../facts/append-keys.ts'
import { appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordCiInput } from '../verbs/outcomes.ts'
import { agentsWord } from './agent-claims.ts'
import { runsBehind } from './record-rework.ts'

/** A CI result for a commit. */
export type CiInput = Fields<typeof recordCiInput>

export interface CiRecorded {
  readonly commit: string
  readonly result: CiInput['result']
  /** The runs that it grades, and whether that was already recorded. */
  readonly runs: readonly { readonly run: string; readonly duplicate: boolean }[]
}

/** Records a CI result as the outcome of every run behind the commit, or, for a merge, behind the merged commits. The last result counts: a passing build after a failing one corrects the runs. */
export async function recordCi(context: LoopContext, input: CiInput): Promise<CiRecorded> {
  const { result, commit = 'HEAD', runs = [], key, occurredAt } = input
  checkPlace({ occurredAt })
  const { commit: id = commit, runs: known } = await runsBehind(context, { commit, runs })
  const drafts: Draft[] = []
  for (const run of [...known.keys()].sort()) drafts.push(await draftOf(context, run, { id, result, key, occurredAt }))
  const appended = drafts.length === 0 ? [] : await appendFacts(context, drafts)
  return {
    commit: id,
    result,
    runs: drafts.map(({ run = '' }, index) => ({ run, duplicate: appended[index]?.duplicate ?? false })),
  }
}

async function draftOf(
  { origin }: LoopContext,
  run: string,
  given: { id: string; result: CiInput['result']; key: string | undefined; occurredAt: number | undefined },
): Promise<Draft> {
  const { id, result, key = `${id}/${result}`, occurredAt } = given
  const { told } = agentsWord(origin, { run, result, observedBy: 'ci' as const, notes: `commit ${id.slice(0, 12)}` })
  return checkedDraft('outcome-recorded', told, { ...placeOf(run, occurredAt), key: `ci/${run}/${key}` })
}
