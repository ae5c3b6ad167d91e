import { defineCommand } from '../command.ts'
import { agentText } from '../policy-text.ts'

export const command = defineCommand({
  name: 'ck-agent-evolution',
  summary: 'Show how far an agent is trusted, and the steps that led there.',
  arguments: [{ name: 'agent', required: true, summary: 'The agent.' }],
  examples: ['mettle ck-agent-evolution planner'],
  run: async (context, { agent }) => {
    const mettle = await context.openMettle()
    const view = await mettle.agent(agent)
    context.show(view, () => agentText(view, context.now()))
  },
})
