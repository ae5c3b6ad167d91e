import * as z from 'zod'
import { count, line, name, names, riskLevel, safeId, share } from './fields.ts'

/** The parts of an overlay that a person changes; what is left out stays. */
const overlayFields = {
  riskMultiplier: z.number().min(0).max(10).optional(),
  suggestedMaxRetries: count.optional(),
  requireApproval: z.boolean().optional(),
}

export const policyEvents = {
  'overlay-set': {
    summary: 'A person restricted an adapter further than the evidence does.',
    stream: 'adapter',
    payload: z.strictObject({ adapter: name, ...overlayFields, by: name, reason: line }),
  },
  'overlay-loosened': {
    summary: 'A person loosened an overlay.',
    stream: 'adapter',
    payload: z.strictObject({ adapter: name, ...overlayFields, by: name, reason: line }),
  },
  'threshold-set': {
    summary: 'A person set how large a share of the vote must approve at some risk.',
    stream: 'thresholds',
    payload: z.strictObject({ risk: riskLevel, threshold: share, by: name, reason: line }),
  },
  'adapter-annotated': {
    summary: 'A person added a note to an adapter, which reports show.',
    stream: 'adapter',
    payload: z.strictObject({ adapter: name, text: line, by: name }),
  },
  'failure-acknowledged': {
    summary: 'A person said that a recurring failure is fixed; counting starts again.',
    stream: 'adapter',
    payload: z.strictObject({ adapter: name, failureType: name, by: name, reason: line }),
  },
  'approval-asked': {
    summary: 'The gate stopped a step and asked a person.',
    stream: 'approval',
    payload: z.strictObject({
      approval: safeId,
      adapters: names,
      action: line,
      risk: riskLevel,
      effectiveRisk: z.number().min(0).max(10),
      maxRetries: count,
      reasons: z.array(line).max(50),
    }),
  },
  'approval-answered': {
    summary: 'A person answered the gate.',
    stream: 'approval',
    payload: z.strictObject({
      approval: safeId,
      answer: z.enum(['allow', 'deny']),
      by: name,
      reason: line.optional(),
    }),
  },
} as const
