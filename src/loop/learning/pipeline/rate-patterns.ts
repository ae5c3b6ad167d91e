import type { SuccessRate } from '../../../engine/standing/success-rate.ts'
import { PATTERN, SHOWABLE } from '../../../projection/documents/documents.ts'
import { usageOf } from '../../patterns/usage.ts'
import { closeIterations } from '../../runs/iterations.ts'
import type { Step } from './step.ts'

const MOST_PATTERNS = 5_000

/** Counts what was shown and waits, and tells how the patterns stand. Rates, confidence and flags follow whenever they are asked for. */
export const ratePatterns: Step = async ({ context }) => {
  await closeIterations(context)
  const documents = await context.journal.list(PATTERN, { states: SHOWABLE, limit: MOST_PATTERNS })
  const ids = documents.map(({ body }) => body.pattern.id)
  const usage = await usageOf(context, ids)
  const rates = ids.map((id) => usage(id))
  const known = rates.filter((rate) => rate.known)
  const flags = countBy(rates, ({ flag }) => flag)
  const told = Object.entries(flags).map(([flag, n]) => `${n} ${flag}`)
  return {
    done: known.length,
    what: known.length === 0 ? 'no pattern was applied yet' : [`${known.length} rated`, ...told].join(', '),
    details: { flags, confidence: countBy(known, ({ confidence }) => confidence) },
  }
}

function countBy(
  rates: readonly SuccessRate[],
  nameOf: (rate: SuccessRate) => string,
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of rates.map(nameOf)) if (name !== '') counts[name] = (counts[name] ?? 0) + 1
  return counts
}
