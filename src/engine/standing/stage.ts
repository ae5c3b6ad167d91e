import type { Policy } from '../laws/policy.ts'
import type { PatternRecord } from './pattern-record.ts'
import { lifeOf, maturityOf } from './standing.ts'

/** One word for where a pattern stands, of all its axes the one that decides whether and how it is shown. */
export const STAGES = [
  'observed',
  'candidate',
  'verified',
  'active',
  'proven',
  'quarantined',
  'inverted',
  'deprecated',
  'merged',
] as const
export type Stage = (typeof STAGES)[number]

/**
 * The stage of a pattern at a moment. What takes it out of sight comes first: merged into another, turned into a warning, deprecated on
 * either axis, set aside. Then proven by feedback or a person; else its lifecycle.
 *
 * Seen three times in two runs and twice harmful, so that its maturity is deprecated: deprecated. Set aside while verified: quarantined.
 */
export function stageOf(record: PatternRecord, now: number, policy: Policy): Stage {
  const { mergedInto, recovered, quarantined } = record.pattern
  if (mergedInto !== undefined) return 'merged'
  if (record.inverted === true) return 'inverted'
  const [lifecycle, maturity] = [lifeOf(record, now, policy).state, maturityOf(record)]
  if (recovered === true || lifecycle === 'deprecated' || maturity === 'deprecated') return 'deprecated'
  if (quarantined) return 'quarantined'
  return maturity === 'proven' ? 'proven' : lifecycle
}
