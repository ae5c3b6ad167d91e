import { defineCommand } from '../command.ts'
import { whyNamedText } from '../output/why-named-text.ts'

export const command = defineCommand({
  name: 'strategy why',
  summary: 'Explain where a strategy stands, from the events behind it.',
  arguments: [{ name: 'name', required: true, summary: 'Its name.' }],
  examples: ['mettle strategy why "Split by file type"'],
  run: async (context, { name }) => {
    const mettle = await context.openMettle()
    const why = await mettle.whyStrategy(name)
    context.show(why, () => whyNamedText(why, context))
  },
})
