import { skillText } from '../../../machine/skill-text.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'learning rules',
  summary: 'Print the rules by which an agent decides what to record.',
  description: `The five questions, how to word a learning, what is refused whoever wrote it, and how to file it. Agents read the same text as a skill.`,
  examples: ['mettle learning rules'],
  run: async (context) => {
    const rules = skillText('capture-learnings')
    context.show({ rules }, () => rules)
  },
})
