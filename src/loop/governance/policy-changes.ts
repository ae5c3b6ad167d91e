import { UserError } from '../../domain/user-error.ts'
import { CYCLE, type CycleRecord } from '../../projection/documents/governance-documents.ts'
import { cycleSummary } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'

export interface PolicyChangeFilter {
  readonly run?: string
  readonly limit?: number
}

/** What the outcome of one run did to policy, from what to what. */
export interface PolicyChange extends Omit<CycleRecord, 'governed'> {
  readonly at: number
  readonly summary: string
}

/** The runs that moved policy, newest first; or what one run led to, even if it moved nothing. */
export async function policyChanges(
  { journal }: LoopContext,
  { run, limit = 10 }: PolicyChangeFilter = {},
): Promise<PolicyChange[]> {
  const documents =
    run === undefined
      ? await journal.list(CYCLE, { states: ['changed'], limit })
      : await journal.documents([{ kind: CYCLE, id: run }])
  if (run !== undefined && documents.length === 0)
    throw new UserError(
      'not-found',
      `No recorded outcome of '${run}' says anything about policy.`,
      'mettle outcome list',
    )
  return documents.map(({ body, rank }) => {
    const { governed: _, ...cycle } = body
    return { ...cycle, at: rank, summary: cycleSummary(cycle) }
  })
}
