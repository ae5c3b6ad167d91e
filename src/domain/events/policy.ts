import * as z from 'zod'
import { count, line, name, riskLevel, safeId } from './fields.ts'

export const policyEvents = {
  'overlay-set.v1': {
    summary: 'The evidence put an overlay on an adapter.',
    stream: 'adapter',
    payload: z.strictObject({
      adapter: name,
      riskMultiplier: z.number().min(0).max(10),
      suggestedMaxRetries: count,
      requireApproval: z.boolean(),
      reason: line,
    }),
  },
  'overlay-loosened.v1': {
    summary: 'A person loosened an overlay.',
    stream: 'adapter',
    payload: z.strictObject({
      adapter: name,
      riskMultiplier: z.number().min(0).max(10).optional(),
      suggestedMaxRetries: count.optional(),
      requireApproval: z.boolean().optional(),
      by: name,
      reason: line,
    }),
  },
  'failure-acknowledged.v1': {
    summary: 'A person said that a recurring failure is mended; it counts anew from here.',
    stream: 'adapter',
    payload: z.strictObject({ adapter: name, failureType: name, by: name, reason: line }),
  },
  'approval-asked.v1': {
    summary: 'The gate stopped a step and asked a person.',
    stream: 'run',
    payload: z.strictObject({
      approval: safeId,
      adapter: name,
      action: line,
      risk: riskLevel,
      reasons: z.array(line).max(50),
    }),
  },
  'approval-answered.v1': {
    summary: 'A person answered the gate.',
    stream: 'run',
    payload: z.strictObject({
      approval: safeId,
      answer: z.enum(['allow', 'deny']),
      by: name,
      reason: line.optional(),
    }),
  },
} as const
