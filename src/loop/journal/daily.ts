import { RUN } from '../../projection/documents/documents.ts'
import { type Day, dailyRuns } from '../../report/loop-report.ts'
import type { LoopContext } from '../context.ts'
import { listed } from './cached-lists.ts'

const MOST_READ = 5_000

/** Injections and outcomes day by day, over the newest 5,000 runs. */
export async function daily({ journal, now }: LoopContext, { days = 30 } = {}): Promise<Day[]> {
  const documents = await listed(journal, RUN, { limit: MOST_READ })
  return dailyRuns(
    documents.map(({ body }) => body.run),
    now(),
    days,
  )
}
