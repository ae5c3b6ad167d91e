import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import { type LoopReport, loopReport } from '../../report/loop-report.ts'
import type { LoopContext } from '../context.ts'
import { beliefs, viewedBelief } from '../patterns/beliefs.ts'
import { listed } from './cached-lists.ts'

const MOST_READ = 5_000

/** What the loop holds and whether its runs do better; over the newest 5,000 runs and the best 5,000 patterns. */
export async function report(context: LoopContext): Promise<LoopReport> {
  const { journal, now, policy } = context
  const patterns = await listed(journal, PATTERN, { limit: MOST_READ })
  const runs = await listed(journal, RUN, { limit: MOST_READ })
  const ids = patterns.map(({ id }) => id)
  const believe = context.settings.profile === 'bayes' ? await beliefs(context, ids) : undefined
  return loopReport(
    patterns.map((document) => document.body),
    runs.map((document) => document.body.run),
    {
      now: now(),
      policy,
      believed: believe ? (record) => viewedBelief(record, believe(record), policy) : undefined,
    },
  )
}
