import type { Votes } from '../../../domain/votes.ts'
import { defineCommand } from '../command.ts'
import { readVotes, riskOption } from '../input/read-votes.ts'
import { CONSENSUS_EXIT, consensusText } from '../output/consensus-text.ts'

export const command = defineCommand({
  name: 'ck-consensus-adaptive',
  summary: 'Weigh votes by the profiles that agents have earned.',
  arguments: [{ name: 'votes', required: true, summary: 'The file with the votes; - reads standard input.' }],
  options: {
    risk: riskOption,
  },
  examples: ['mettle ck-consensus-adaptive votes.json --risk medium'],
  run: async (context, { votes, risk }) => {
    const mettle = await context.openMettle()
    const reached = await mettle.consensus((await readVotes(context, votes, risk)) as Votes)
    context.show(reached, () => consensusText(reached, context.colour))
    return CONSENSUS_EXIT[reached.decision]
  },
})
