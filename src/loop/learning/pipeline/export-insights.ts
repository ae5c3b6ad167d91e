import type { PatternRecord } from '../../../engine/standing/pattern-record.ts'
import { standingOf } from '../../../engine/standing/standing.ts'
import { PATTERN, SHOWABLE } from '../../../projection/documents/documents.ts'
import { collected } from '../../../sharing/collection.ts'
import type { LoopContext } from '../../context.ts'
import { usageOf } from '../../patterns/usage.ts'
import type { Step } from './step.ts'

const MOST_PATTERNS = 5_000

/**
 * Adds what has proven itself here to the collection that a person named in `learn.collection`: patterns for every agent that were
 * verified or vouched for, and whose use speaks for them. What the collection says already is not added again.
 */
export const exportInsights: Step = async ({ context, workshop }) => {
  const file = workshop?.collection
  if (file === undefined) return { skipped: 'no collection is named: mettle config learn' }
  const found = await provenPatterns(context)
  const { text, added } = collected(file.read(), found, {
    project: context.journal.scope.project,
    now: context.now(),
  })
  if (added.length > 0) file.write(text)
  return {
    done: added.length,
    what: `${added.length} of ${found.length} are new to the collection`,
    details: { added },
  }
}

async function provenPatterns(context: LoopContext): Promise<PatternRecord[]> {
  const documents = await context.journal.list(PATTERN, { states: SHOWABLE, limit: MOST_PATTERNS })
  const records = documents.map(({ body }) => body)
  const usage = await usageOf(
    context,
    records.map(({ pattern }) => pattern.id),
  )
  return records.filter((record) => {
    const { lifecycle, barredBecause } = standingOf(record, context.now(), context.policy)
    const { known, flag } = usage(record.pattern.id)
    const isProven = lifecycle === 'verified' || lifecycle === 'active' || (known && flag === '')
    const isForAll = record.pattern.appliesTo.includes('*') && record.pattern.trust === 'internal'
    return isProven && isForAll && flag !== 'PRUNE' && flag !== 'REVIEW' && barredBecause.length === 0
  })
}
