export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** The confidence in a success rate, in the words of risk levels, highest first. */
export const CONFIDENCES = RISK_LEVELS.toReversed()
export type Confidence = RiskLevel

/** What the gate answers, the most lenient first. */
export const GATE_DECISIONS = ['allow', 'needs-approval', 'deny'] as const
export type GateDecision = (typeof GATE_DECISIONS)[number]

export const APPROVAL_STATES = ['open', 'allowed', 'refused'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export const OVERLAY_FIELDS = ['riskMultiplier', 'suggestedMaxRetries', 'requireApproval'] as const
