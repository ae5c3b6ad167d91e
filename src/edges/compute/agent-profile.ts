import * as z from 'zod'
import { defaultProfile, reviseAgent } from '../../engine/governance/agent-profile.ts'
import { defineLaw, share } from './law.ts'
import { effectOf, name, outcomeFields, toldOutcome } from './run-outcome.ts'

export const agentProfileLaw = defineLaw({
  name: 'agent-profile',
  summary: "An agent's reliability after a run it voted on; it starts from the agent's default profile.",
  input: z.strictObject({
    agent: name,
    reliability: share.optional(),
    outcome: toldOutcome(outcomeFields),
    confidence: share,
  }),
  run: ({ agent, reliability, outcome, confidence }) =>
    reviseAgent(reliability ?? defaultProfile(agent).reliability, { ...effectOf(outcome), confidence }),
  example: {
    input: { agent: 'planner', outcome: { result: 'failure' }, confidence: 1 },
    output: { reliability: 0.77, delta: -0.05 },
  },
})
