import { simulateConsensus } from '../../../loop/governance/consensus.ts'
import { defineCommand } from '../command.ts'
import { readVotes, riskOption } from '../input/read-votes.ts'
import { CONSENSUS_EXIT, consensusText } from '../output/consensus-text.ts'

export const command = defineCommand({
  name: 'ck-consensus-sim',
  summary: 'Weigh votes by the profiles that agents start with.',
  arguments: [{ name: 'votes', required: true, summary: 'The file with the votes; - reads standard input.' }],
  options: {
    risk: riskOption,
  },
  examples: ['mettle ck-consensus-sim votes.json --risk high'],
  run: async (context, { votes, risk }) => {
    const reached = await simulateConsensus(await readVotes(context, votes, risk))
    context.show(reached, () => consensusText(reached, context.colour))
    return CONSENSUS_EXIT[reached.decision]
  },
})
