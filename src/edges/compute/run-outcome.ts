import * as z from 'zod'
import { failureOf, resultOf } from '../../engine/governance/run-outcome.ts'
import { amount, count, instant, share } from './law.ts'

const LAST_DATE_MS = 8.64e15

export const riskLevel = z.enum(['low', 'medium', 'high'])
export const runResult = z.enum(['success', 'partial', 'failure'])
export const agentVerdict = z.enum(['approve', 'needs-review', 'reject'])

/** An id of an adapter, an agent or a run; it must say something. */
export const name = z.string().trim().min(1)

/**
 * The fields of a finished run in either documented shape. A law asks only for those it reads, so none is required here; the
 * ones that are given must be right, and others may stand beside them.
 */
export const outcomeFields = z.looseObject({
  runId: name.optional(),
  status: z.enum(['success', 'partial', 'failed']).optional(),
  result: runResult.optional(),
  success: z.boolean().optional(),
  retryCount: count.optional(),
  timeTakenMs: amount.optional(),
  qualityScore: share.optional(),
  postExecutionScore: share.optional(),
  riskLevel: riskLevel.optional(),
  rollback: z.boolean().optional(),
  rollbackOccurred: z.boolean().optional(),
  humanOverride: z.boolean().optional(),
  adaptersUsed: z.array(name).optional(),
  issues: z.array(z.string()).optional(),
  selectedSkills: z.array(z.string()).optional(),
  agentDecisions: z
    .array(z.looseObject({ agent: name, decision: agentVerdict, confidence: share }))
    .optional(),
  dominantFailureType: z.string().optional(),
  failureDetails: z
    .looseObject({ adapterId: z.string().optional(), dominantFailureType: z.string().optional() })
    .optional(),
  notes: z.string().optional(),
  userRating: z.int().min(1).max(5).optional(),
  userFeedback: z.string().optional(),
  createdAt: instant
    .refine((ms) => Math.abs(ms) <= LAST_DATE_MS, 'is beyond the last date that can be written')
    .optional(),
})

type OutcomeFields = z.output<typeof outcomeFields>

/** Adds that a record must say how the run ended, in one voice: `result`, `status` and `success` may not disagree. */
export function toldOutcome<S extends z.ZodType<OutcomeFields>>(schema: S): S {
  return schema.superRefine((record, context) => {
    const { result, status, success } = record
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (result === undefined && status === undefined && success === undefined)
      return refuse('result', 'is missing: give result (or status, or success)')
    const end = resultOf(record)
    if (status !== undefined && resultOf({ status }) !== end)
      refuse('status', `'${status}' contradicts result '${end}'`)
    if (success !== undefined && end !== 'partial' && success !== (end === 'success'))
      refuse('success', `${success} contradicts a run that ended as '${end}'`)
  })
}

/** What agents, thresholds and constraints learn from a record of either shape. */
export function effectOf(record: OutcomeFields) {
  return {
    result: resultOf(record),
    rollback: record.rollback ?? record.rollbackOccurred ?? false,
    humanOverride: record.humanOverride ?? false,
    issues: record.issues ?? [],
    failureType: failureOf(record)?.failureType,
  }
}
