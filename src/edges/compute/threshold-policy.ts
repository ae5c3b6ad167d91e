import * as z from 'zod'
import {
  reviseThresholds,
  THRESHOLD_KEYS,
  THRESHOLD_POLICY,
} from '../../engine/governance/threshold-policy.ts'
import { defineLaw, share } from './law.ts'
import { effectOf, outcomeFields, riskLevel, toldOutcome } from './run-outcome.ts'

const thresholdPolicy = z
  .object({
    lowRiskApprovalThreshold: share.default(THRESHOLD_POLICY.lowRiskApprovalThreshold),
    mediumRiskApprovalThreshold: share.default(THRESHOLD_POLICY.mediumRiskApprovalThreshold),
    highRiskApprovalThreshold: share.default(THRESHOLD_POLICY.highRiskApprovalThreshold),
    maxShiftPerLearningCycle: share.default(THRESHOLD_POLICY.maxShiftPerLearningCycle),
    minThreshold: share.default(THRESHOLD_POLICY.minThreshold),
    maxThreshold: share.default(THRESHOLD_POLICY.maxThreshold),
  })
  .superRefine((policy, context) => {
    for (const key of Object.values(THRESHOLD_KEYS)) {
      if (policy[key] >= policy.minThreshold && policy[key] <= policy.maxThreshold) continue
      const message = `${policy[key]} is not within ${policy.minThreshold} and ${policy.maxThreshold}`
      context.addIssue({ code: 'custom', path: [key], message })
    }
  })

export const thresholdPolicyLaw = defineLaw({
  name: 'threshold-policy',
  summary: 'The approval thresholds after a run, and which of the changes tighten.',
  input: z.strictObject({
    policy: thresholdPolicy.default(THRESHOLD_POLICY),
    outcome: toldOutcome(outcomeFields.extend({ riskLevel })),
  }),
  run: ({ policy, outcome }) =>
    reviseThresholds(policy, { ...effectOf(outcome), riskLevel: outcome.riskLevel }),
  example: {
    input: {
      policy: { mediumRiskApprovalThreshold: 0.683 },
      outcome: { result: 'failure', riskLevel: 'medium' },
    },
    output: { changes: { mediumRiskApprovalThreshold: { before: 0.683, after: 0.716, tightens: true } } },
  },
})
