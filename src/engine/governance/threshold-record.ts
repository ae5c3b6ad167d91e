import type { RiskLevel } from '../../domain/values/gate.ts'
import type { Policy } from '../laws/policy.ts'
import type { RunEffect } from './agent-profile.ts'
import { reviseThresholds, THRESHOLD_KEYS, type ThresholdKey } from './threshold-policy.ts'

/** How large a share of the vote must approve, by risk. */
export type Thresholds = { readonly [K in ThresholdKey]: number }

export interface ThresholdRecord {
  readonly inForce: Thresholds
  /** Where the law alone would have them; lower than in force, it is a suggestion for a person. */
  readonly suggested: Thresholds
  /** What a person asked for at least. */
  readonly floor: Partial<Thresholds>
  readonly decision?: {
    readonly risk: RiskLevel
    readonly by: string
    readonly reason: string
    readonly at: number
  }
  readonly updatedAt: number
}

export function newThresholds({ thresholds }: Policy): ThresholdRecord {
  const { lowRiskApprovalThreshold, mediumRiskApprovalThreshold, highRiskApprovalThreshold } = thresholds
  const start = { lowRiskApprovalThreshold, mediumRiskApprovalThreshold, highRiskApprovalThreshold }
  return { inForce: start, suggested: start, floor: {}, updatedAt: 0 }
}

/**
 * The thresholds after a run. `strict`: those in force only rise by themselves, and the law's own course is kept beside them as a
 * suggestion. `elastic`: those in force follow the law both ways, but not below what a person asked for.
 */
export function withRunAtRisk(
  record: ThresholdRecord,
  run: RunEffect & { readonly riskLevel: RiskLevel; readonly at: number },
  policy: Policy,
): ThresholdRecord {
  const key = THRESHOLD_KEYS[run.riskLevel]
  const revised = (from: Thresholds) =>
    reviseThresholds({ ...policy.thresholds, ...from }, run, policy.thresholdShifts).policy[key]
  const follows = revised(record.inForce)
  const least = policy.policy.ratchet === 'strict' ? record.inForce[key] : (record.floor[key] ?? 0)
  const inForce = { ...record.inForce, [key]: Math.max(follows, least) }
  const suggested = { ...record.suggested, [key]: revised(record.suggested) }
  const isMoved = inForce[key] !== record.inForce[key] || suggested[key] !== record.suggested[key]
  return isMoved ? { ...record, inForce, suggested, updatedAt: Math.max(record.updatedAt, run.at) } : record
}

/** A person sets a threshold. Raised, it holds until a person lowers it; lowered, it is where the evidence goes on from. */
export function withThreshold(
  record: ThresholdRecord,
  decision: NonNullable<ThresholdRecord['decision']> & { readonly threshold: number },
): ThresholdRecord {
  const { threshold, ...by } = decision
  const key = THRESHOLD_KEYS[decision.risk]
  const { [key]: _, ...otherFloors } = record.floor
  const isRaised = threshold > record.inForce[key]
  return {
    inForce: { ...record.inForce, [key]: threshold },
    suggested: { ...record.suggested, [key]: Math.min(record.suggested[key], threshold) },
    floor: isRaised ? { ...otherFloors, [key]: threshold } : otherFloors,
    decision: by,
    updatedAt: Math.max(record.updatedAt, decision.at),
  }
}
