import { NO_USE, rateOf, type SuccessRate } from '../../engine/standing/success-rate.ts'
import { CALENDAR, USAGE } from '../../projection/documents/iteration-documents.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'

/** The success rate of a pattern as of the project's latest iteration. */
export type UsageReader = (pattern: string) => SuccessRate

/** Success rates of some patterns, with one query. */
export async function usageOf({ journal, policy }: LoopContext, patterns: readonly string[]): Promise<UsageReader> {
  const keys = patterns.map((id) => ({ kind: USAGE, id }))
  const read = readerOf(await journal.documents([{ kind: CALENDAR, id: CALENDAR }, ...keys]))
  const iterations = read.get(CALENDAR, CALENDAR)?.body.iterations
  return (pattern) => rateOf(read.get(USAGE, pattern)?.body.tally ?? NO_USE, iterations, policy.successRate)
}
