import { defineCommand } from '../command.ts'
import { whyText } from '../output/why-text.ts'

export const command = defineCommand({
  name: 'pattern why',
  summary: 'Explain where a pattern stands, from the events behind it.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  examples: ['mettle pattern why p-d86bc974dde41587', 'mettle pattern why d86b --json'],
  run: async (context, { id }) => {
    const mettle = await context.openMettle()
    const why = await mettle.why(id)
    context.show(why, () => whyText(why, context))
  },
})
