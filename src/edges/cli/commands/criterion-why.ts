import { defineCommand } from '../command.ts'
import { whyNamedText } from '../output/why-named-text.ts'

export const command = defineCommand({
  name: 'criterion why',
  summary: 'Explain what a criterion counts, from the events behind it.',
  arguments: [{ name: 'name', required: true, summary: 'Its name.' }],
  examples: ['mettle criterion why type_safe'],
  run: async (context, { name }) => {
    const mettle = await context.openMettle()
    const why = await mettle.whyCriterion(name)
    context.show(why, () => whyNamedText(why, context))
  },
})
