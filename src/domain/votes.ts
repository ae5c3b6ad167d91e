import * as z from 'zod'
import { line, name, riskLevel, share } from './events/fields.ts'
import { AGENT_VERDICTS } from './values/outcome.ts'

const vote = z.strictObject({
  agent: name,
  decision: z.enum(AGENT_VERDICTS),
  confidence: share,
  reason: line.optional(),
})

/** What agents say about a run, each once, and how much is at stake. */
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
