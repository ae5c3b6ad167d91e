import { NO_USE, rateOf, type SuccessRate, type UsageTally } from '../../engine/standing/success-rate.ts'
import { CALENDAR, USAGE, type UsageRecord } from '../../projection/documents/iteration-documents.ts'
import type { LoopContext } from '../context.ts'

/** The success rate of a pattern as of the project's latest iteration. */
export type UsageReader = (pattern: string) => SuccessRate

/** Success rates of some patterns, with one question to the journal. */
export async function usageOf(
  { journal, policy }: LoopContext,
  patterns: readonly string[],
): Promise<UsageReader> {
  const keys = patterns.map((id) => ({ kind: USAGE, id }))
  const documents = await journal.documents([{ kind: CALENDAR, id: CALENDAR }, ...keys])
  const calendar = documents.find(({ kind }) => kind === CALENDAR)?.body as { iterations: number } | undefined
  const tallies = new Map<string, UsageTally>()
  for (const { kind, id, body } of documents) if (kind === USAGE) tallies.set(id, (body as UsageRecord).tally)
  return (pattern) => rateOf(tallies.get(pattern) ?? NO_USE, calendar?.iterations, policy.successRate)
}
