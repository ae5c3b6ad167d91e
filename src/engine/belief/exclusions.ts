import { inversionWords } from '../standing/inversion.ts'
import type { PatternRecord } from '../standing/pattern-record.ts'
import { quarantineReason } from '../standing/standing.ts'

/**
 * Why a pattern is excluded from ranking under the bayes profile; empty if it is not. Only a person's decision, quarantine and a merge exclude it. Disuse says
 * nothing, and a bad record is already in its value.
 */
export function exclusionsOf({ pattern }: PatternRecord): string[] {
  const { decisions, quarantined, held, mergedInto, invertedFrom } = pattern
  const retired = decisions.lifecycle?.kind === 'deprecate' ? decisions.lifecycle : decisions.maturity
  return [
    ...(retired?.kind === 'deprecate' ? [`deprecated by ${retired.by}: ${retired.reason}`] : []),
    ...(quarantined ? [quarantineReason(held)] : []),
    ...(mergedInto === undefined ? [] : [`merged into ${mergedInto}`]),
    ...(invertedFrom === undefined ? [] : [`${invertedFrom} is weighed itself, as advice and as a warning`]),
  ]
}

/** Whether anything excludes it: the same without the texts, for loops over hundreds of patterns. */
export function isExcluded({ pattern }: PatternRecord): boolean {
  const { decisions, quarantined, mergedInto, invertedFrom } = pattern
  return (
    quarantined ||
    mergedInto !== undefined ||
    invertedFrom !== undefined ||
    decisions.lifecycle?.kind === 'deprecate' ||
    decisions.maturity?.kind === 'deprecate'
  )
}

/** Whether a pattern may be shown as a warning: it is advice, and no person vouched for it. */
export function mayInvert({ pattern }: PatternRecord): boolean {
  return pattern.polarity === 'do' && pattern.decisions.maturity?.kind !== 'promote'
}

/** The same pattern, worded as a warning. */
export function asWarning(record: PatternRecord): PatternRecord {
  const text = inversionWords(record.pattern.text)
  return { ...record, pattern: { ...record.pattern, text, polarity: 'avoid' } }
}
