import { CYCLE, type CycleRecord } from '../../projection/documents/governance-documents.ts'
import { cycleSummary } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { keepRefused } from './list-outcomes.ts'
import { OutcomeRefused, readOutcomeRecord } from './read-outcome-record.ts'
import { type OutcomeInput, type OutcomeRecorded, recordOutcome } from './record-outcome.ts'

/** Additions to the record: the patterns that the run used, and what became of its work. */
export type OutcomeExtras = Pick<
  OutcomeInput,
  | 'applied'
  | 'files'
  | 'merged'
  | 'reverted'
  | 'agent'
  | 'observedBy'
  | 'errorCount'
  | 'strategy'
  | 'criteria'
  | 'failureMode'
  | 'failureDetails'
>

export interface RunOutcomeRecorded extends OutcomeRecorded {
  /** Its effects; absent if it does not affect policy. */
  readonly cycle?: Omit<CycleRecord, 'governed'>
  readonly summary?: string
  /** Missing fields that were filled in. */
  readonly assumed: readonly string[]
}

/** Records a finished run in either documented shape, and returns its effects. A refused record has no effect, and is stored with the reasons. */
export async function recordRunOutcome(
  context: LoopContext,
  record: unknown,
  beside: OutcomeExtras = {},
): Promise<RunOutcomeRecorded> {
  const { payload, occurredAt, notKept } = await readOutcomeRecord(record).catch(async (error: unknown) => {
    if (error instanceof OutcomeRefused) await keepRefused(context, { problems: error.problems, record })
    throw error
  })
  const when = occurredAt === undefined ? {} : { occurredAt }
  const recorded = await recordOutcome(context, { ...payload, ...beside, ...when })
  return {
    ...recorded,
    ...(await cycleOf(context, payload.run)),
    assumed: payload.assumed ?? [],
    notKept: [...notKept, ...recorded.notKept],
  }
}

/** The effects of a run's outcome, with the summary. */
export async function cycleOf(
  context: LoopContext,
  run: string,
): Promise<Pick<RunOutcomeRecorded, 'cycle' | 'summary'>> {
  const record = await bodyOf(context.journal, CYCLE, run)
  if (record === undefined) return {}
  const { governed: _, ...cycle } = record
  return { cycle, summary: cycleSummary(cycle) }
}
