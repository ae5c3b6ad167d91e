import * as z from 'zod'
import { consensusOf } from '../../engine/governance/consensus.ts'
import { idOf } from '../../engine/governance/run-outcome.ts'
import { amount, defineLaw, share } from './law.ts'
import { agentVerdict, name, riskLevel } from './run-outcome.ts'

const votes = z
  .array(z.object({ agent: name, decision: agentVerdict, confidence: share }))
  .superRefine((list, context) => {
    const seen = new Set<string>()
    for (const [index, { agent }] of list.entries()) {
      if (seen.has(idOf(agent)))
        context.addIssue({ code: 'custom', path: [index, 'agent'], message: `'${agent}' votes twice` })
      seen.add(idOf(agent))
    }
  })

const profile = z.object({
  baseWeight: amount.optional(),
  reliability: share.optional(),
  canVeto: z.boolean().optional(),
})

export const consensusLaw = defineLaw({
  name: 'consensus',
  summary: 'What the agents decide together, each vote weighed by trust and certainty.',
  input: z.strictObject({ votes, riskLevel, profiles: z.record(z.string(), profile).optional() }),
  run: (input) => consensusOf(input),
  example: {
    input: {
      votes: [
        { agent: 'planner', decision: 'approve', confidence: 0.9 },
        { agent: 'builder', decision: 'approve', confidence: 0.9 },
        { agent: 'reviewer', decision: 'reject', confidence: 0.9 },
      ],
      riskLevel: 'medium',
    },
    output: { decision: 'reject', vetoBy: 'reviewer', shouldPause: true },
  },
})
