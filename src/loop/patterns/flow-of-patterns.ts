import { DAY_MS } from '../../domain/durations.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { PATTERN_STAGES, type StagesRecord } from '../../projection/documents/stage-documents.ts'
import { idleStep, withStep } from '../../projection/fold-stages.ts'
import { type PatternFlow, patternFlow, type Way } from '../../report/pattern-flow.ts'
import type { LoopContext } from '../context.ts'
import { listed } from '../journal/cached-lists.ts'

const MOST_READ = 10_000

/** How patterns moved between their stages day by day: of those that moved last, at most 10,000. */
export async function flowOfPatterns(context: LoopContext, { days = 56 } = {}): Promise<PatternFlow> {
  const { journal, now } = context
  const documents = await listed(journal, PATTERN_STAGES, { limit: MOST_READ })
  const ways = await withIdle(
    context,
    documents.map(({ body }) => body),
  )
  return patternFlow(ways, now(), days)
}

/** Only who was not used for so long by its last step can have fallen idle since. */
async function withIdle({ journal, now, policy }: LoopContext, all: readonly StagesRecord[]): Promise<Way[]> {
  const at = now()
  const idleBefore = at - policy.lifecycle.idleDays * DAY_MS
  const quiet = all.filter(({ usedAt }) => usedAt <= idleBefore)
  const records = await journal.documents(quiet.map(({ pattern }) => ({ kind: PATTERN, id: pattern })))
  const byId = new Map(records.map(({ id, body }) => [id, body]))
  return all.map(({ pattern, steps }) => {
    const record = byId.get(pattern)
    return record === undefined ? steps : withStep(steps, idleStep(record, at, policy))
  })
}
