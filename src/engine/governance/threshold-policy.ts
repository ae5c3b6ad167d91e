import type { RiskLevel } from '../../domain/values/gate.ts'
import { roundTo } from '../laws/rounding.ts'
import type { RunEffect } from './agent-profile.ts'

/** How large a share of the weighted vote must approve, by risk, and how far a run may move it. */
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

/** A threshold that moved. One that does not tighten is, under a strict ratchet, a suggestion for a person. */
export interface ThresholdChange {
  readonly before: number
  readonly after: number
  readonly tightens: boolean
}

export interface ThresholdRevision {
  readonly policy: ThresholdPolicy
  readonly changes: Partial<Record<ThresholdKey, ThresholdChange>>
}

/**
 * The thresholds after a run: only the one of the run's own risk level moves.
 *
 * Failure or rollback: high +0.05, medium +0.033, low +0.025. Clean success (no rollback, no override): medium -0.0165,
 * low -0.0125, high 0. Anything else: none. A shift is at most 0.05 either way, a threshold stays within 0.40 and 0.90, to
 * four decimals. Medium after one failure: 0.65 -> 0.683; after the next: 0.716.
 */
export function reviseThresholds(
  policy: ThresholdPolicy,
  run: RunEffect & { readonly riskLevel: RiskLevel },
  shifts = THRESHOLD_SHIFTS,
): ThresholdRevision {
  const key = THRESHOLD_KEYS[run.riskLevel]
  const before = policy[key]
  const shift = within(shiftFor(run, shifts), policy.maxShiftPerLearningCycle)
  const after = roundTo(Math.min(policy.maxThreshold, Math.max(policy.minThreshold, before + shift)), 4)
  if (shift === 0 || after === before) return { policy, changes: {} }
  return {
    policy: { ...policy, [key]: after },
    changes: { [key]: { before, after, tightens: after > before } },
  }
}

function shiftFor(
  run: RunEffect & { readonly riskLevel: RiskLevel },
  shifts: typeof THRESHOLD_SHIFTS,
): number {
  if (run.result === 'failure' || run.rollback) return shifts.afterTrouble[run.riskLevel]
  if (run.result === 'success' && !run.humanOverride) return shifts.afterCleanSuccess[run.riskLevel]
  return 0
}

function within(shift: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, shift))
}
