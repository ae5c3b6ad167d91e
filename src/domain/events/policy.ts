import * as z from 'zod'
import { count, event, line, name, names, riskLevel, safeId, share } from '../fields.ts'

/** The parts of an overlay that a person changes; what is left out stays. */
const overlayFields = {
  riskMultiplier: z.number().min(0).max(10).optional(),
  suggestedMaxRetries: count.optional(),
  requireApproval: z.boolean().optional(),
}

export const policyEvents = {
  'overlay-set': event('adapter', 'A person restricted an adapter further than the evidence does.', {
    adapter: name,
    ...overlayFields,
    by: name,
    reason: line,
  }),
  'overlay-loosened': event('adapter', 'A person loosened an overlay.', {
    adapter: name,
    ...overlayFields,
    by: name,
    reason: line,
  }),
  'threshold-set': event('thresholds', 'A person set how large a share of the vote must approve at some risk.', {
    risk: riskLevel,
    threshold: share,
    by: name,
    reason: line,
  }),
  'adapter-annotated': event('adapter', 'A person added a note to an adapter, which reports show.', {
    adapter: name,
    text: line,
    by: name,
  }),
  'adapter-observed': event('run', 'How the commands of a session fared with an adapter so far; the last one counts.', {
    adapter: name,
    /** Commands that reached it; a repeated one counts once. */
    calls: count,
    /** Commands among them that still failed at the last try because of the tool or its service. */
    failed: count,
    retries: count,
    /** Steps that a person or a gate refused; they say nothing about the adapter. */
    refused: count,
    failures: z
      .array(
        z.strictObject({
          step: safeId,
          command: name,
          type: name,
          because: line,
          /** False: the adapter worked, and something else failed. */
          counts: z.boolean(),
        }),
      )
      .max(10),
  }),
  'failure-acknowledged': event('adapter', 'A person said that a recurring failure is fixed; counting starts again.', {
    adapter: name,
    failureType: name,
    by: name,
    reason: line,
  }),
  'approval-asked': event('approval', 'The gate stopped a step and asked a person.', {
    approval: safeId,
    adapters: names,
    action: line,
    risk: riskLevel,
    effectiveRisk: z.number().min(0).max(10),
    maxRetries: count,
    reasons: z.array(line).max(50),
  }),
  'approval-answered': event('approval', 'A person answered the gate.', {
    approval: safeId,
    answer: z.enum(['allow', 'deny']),
    by: name,
    reason: line.optional(),
  }),
} as const
