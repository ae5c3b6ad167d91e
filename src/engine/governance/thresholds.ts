import { roundTo } from '../../domain/numbers.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { Policy } from '../laws/policy.ts'
import type { RunEffect } from './agent-profile.ts'

/** The share of the weighted vote that must approve, by risk, and how far a run may move it. */
export interface ThresholdPolicy {
  readonly lowRiskApprovalThreshold: number
  readonly mediumRiskApprovalThreshold: number
  readonly highRiskApprovalThreshold: number
  readonly maxShiftPerLearningCycle: number
  readonly minThreshold: number
  readonly maxThreshold: number
}

export const THRESHOLD_POLICY: ThresholdPolicy = {
  lowRiskApprovalThreshold: 0.55,
  mediumRiskApprovalThreshold: 0.65,
  highRiskApprovalThreshold: 0.75,
  maxShiftPerLearningCycle: 0.05,
  minThreshold: 0.4,
  maxThreshold: 0.9,
}

/** A success never lowers the bar for high risk. */
export const THRESHOLD_SHIFTS = {
  afterTrouble: { low: 0.025, medium: 0.033, high: 0.05 },
  afterCleanSuccess: { low: -0.0125, medium: -0.0165, high: 0 },
}

export const THRESHOLD_KEYS = {
  low: 'lowRiskApprovalThreshold',
  medium: 'mediumRiskApprovalThreshold',
  high: 'highRiskApprovalThreshold',
} as const

export type ThresholdKey = (typeof THRESHOLD_KEYS)[RiskLevel]

/** A threshold that moved. Under a strict ratchet, a move that does not tighten is only a suggestion for a person. */
export interface ThresholdChange {
  readonly before: number
  readonly after: number
  readonly tightens: boolean
}

/**
 * The thresholds after a run: only the one of the run's own risk level moves.
 *
 * Failure or rollback: high +0.05, medium +0.033, low +0.025. Clean success (no rollback, no override): medium -0.0165, low -0.0125, high 0. Anything else: none. A shift is at
 * most 0.05 either way, a threshold stays within 0.40 and 0.90, to four decimals. Medium after one failure: 0.65 -> 0.683; after the next: 0.716.
 */
export function reviseThresholds(
  policy: ThresholdPolicy,
  run: RunEffect & { readonly riskLevel: RiskLevel },
  shifts = THRESHOLD_SHIFTS,
): { policy: ThresholdPolicy; changes: Partial<Record<ThresholdKey, ThresholdChange>> } {
  const key = THRESHOLD_KEYS[run.riskLevel]
  const before = policy[key]
  const shift = within(shiftFor(run, shifts), policy.maxShiftPerLearningCycle)
  const after = roundTo(Math.min(policy.maxThreshold, Math.max(policy.minThreshold, before + shift)), 4)
  if (shift === 0 || after === before) return { policy, changes: {} }
  return { policy: { ...policy, [key]: after }, changes: { [key]: { before, after, tightens: after > before } } }
}

function shiftFor(run: RunEffect & { readonly riskLevel: RiskLevel }, shifts: typeof THRESHOLD_SHIFTS) {
  if (run.result === 'failure' || run.rollback) return shifts.afterTrouble[run.riskLevel]
  if (run.result === 'success' && !run.humanOverride) return shifts.afterCleanSuccess[run.riskLevel]
  return 0
}

function within(shift: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, shift))
}

export type Thresholds = { readonly [K in ThresholdKey]: number }

export interface ThresholdRecord {
  readonly inForce: Thresholds
  /** The thresholds by the formula alone; if lower than the active ones, a suggestion for a person. */
  readonly suggested: Thresholds
  /** The least that a person requires. */
  readonly floor: Partial<Thresholds>
  readonly decision?: { readonly risk: RiskLevel; readonly by: string; readonly reason: string; readonly at: number }
  readonly updatedAt: number
}

export function newThresholds({ thresholds }: Policy): ThresholdRecord {
  const { lowRiskApprovalThreshold, mediumRiskApprovalThreshold, highRiskApprovalThreshold } = thresholds
  const start = { lowRiskApprovalThreshold, mediumRiskApprovalThreshold, highRiskApprovalThreshold }
  return { inForce: start, suggested: start, floor: {}, updatedAt: 0 }
}

/** The thresholds after a run. `strict`: they only rise automatically, and the formula's result is a suggestion. `elastic`: they follow it both ways, but not below a person's minimum. */
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

/** A person sets a threshold. A raised one holds until a person lowers it; a lowered one is where the evidence continues from. */
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
