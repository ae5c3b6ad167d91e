import type { Votes } from '../../../domain/votes.ts'
import { defineCommand } from '../command.ts'
import { readVotes, riskOption } from '../input/read-votes.ts'
import { CONSENSUS_EXIT, consensusText } from '../output/consensus-text.ts'

export const command = defineCommand({
  name: 'consensus',
  summary: 'Weigh the votes of agents by how far each is trusted.',
  description: `Reads votes as JSON: [{"agent": "planner", "decision": "approve", "confidence": 0.9, "reason": "…"}], or {"riskLevel": "medium", "votes": […]}. Decisions are
    approve, needs-review and reject. Each vote weighs by what the journal knows of the agent, against the threshold in force. Exits with 0 for approve, 3 for
    needs-review and 4 for reject; whether to pause for a person is in the answer.`,
  options: {
    votes: { kind: 'text', value: 'FILE', required: true, summary: 'The votes; - reads standard input.' },
    risk: riskOption,
  },
  examples: ['mettle consensus --votes votes.json --risk medium', 'mettle consensus --votes - --json'],
  run: async (context, { votes, risk }) => {
    const mettle = await context.openMettle()
    const reached = await mettle.consensus((await readVotes(context, votes, risk)) as Votes)
    context.show(reached, () => consensusText(reached, context.colour))
    return CONSENSUS_EXIT[reached.decision]
  },
})
