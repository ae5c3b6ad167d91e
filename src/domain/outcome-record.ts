import * as z from 'zod'
import { count, line, name, riskLevel, safeId, share, text } from './fields.ts'
import { AGENT_VERDICTS, RUN_RESULTS, RUN_STATUSES } from './values/outcome.ts'

const LAST_INSTANT = 253_402_300_799_999

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** When the run ended: ISO text with a zone, or epoch milliseconds; becomes epoch milliseconds. */
const instant = z.union([z.number(), z.string()]).transform((value, context) => {
  const ms = typeof value === 'number' ? value : ISO_TIME.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isInteger(ms) && ms >= 0 && ms <= LAST_INSTANT) return ms
  context.addIssue(`'${value}' is not a time; give ISO 8601 with a zone, or epoch milliseconds`)
  return z.NEVER
})

/** The fields of a finished run, as either documented shape names them. `readOutcomeRecord` decides which are required. */
export const outcomeRecord = z.object({
  runId: safeId,
  status: z.enum(RUN_STATUSES).optional(),
  result: z.enum(RUN_RESULTS).optional(),
  success: z.boolean().optional(),
  retryCount: count.optional(),
  timeTakenMs: z.number().min(0).max(1e12).optional(),
  qualityScore: share.optional(),
  postExecutionScore: share.optional(),
  riskLevel: riskLevel.optional(),
  rollbackOccurred: z.boolean().optional(),
  humanOverride: z.boolean().optional(),
  adaptersUsed: z.array(name).max(200).optional(),
  issues: z.array(line).max(1_000).optional(),
  selectedSkills: z.array(name).max(200).optional(),
  agentDecisions: z
    .array(z.object({ agent: name, decision: z.enum(AGENT_VERDICTS), confidence: share }))
    .max(100)
    .optional(),
  dominantFailureType: name.optional(),
  failureDetails: z.looseObject({ adapterId: name.optional(), dominantFailureType: name.optional() }).optional(),
  notes: text.optional(),
  userRating: z.int().min(1).max(5).optional(),
  userFeedback: text.optional(),
  createdAt: instant.optional(),
  assumed: z.array(name).max(200).optional(),
})

/** A record with every field valid by itself. */
export type OutcomeRecord = z.output<typeof outcomeRecord>

export const OUTCOME_RECORD_FIELDS = Object.keys(outcomeRecord.shape) as (keyof OutcomeRecord)[]

const vote = z.strictObject({
  agent: name,
  decision: z.enum(AGENT_VERDICTS),
  confidence: share,
  reason: line.optional(),
})

/** The agents' votes on a run, one each, and the level of its risk. */
export const votesSchema = z.strictObject({
  riskLevel,
  votes: z
    .array(vote)
    .min(1)
    .max(100)
    .superRefine((votes, context) => {
      const seen = new Set<string>()
      for (const [index, { agent }] of votes.entries()) {
        const id = agent.toLowerCase()
        if (seen.has(id))
          context.addIssue({ code: 'custom', path: [index, 'agent'], message: `'${agent}' votes twice` })
        seen.add(id)
      }
    }),
})

export type Votes = z.output<typeof votesSchema>
