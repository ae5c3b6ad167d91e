import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { whyNamedText } from '../output/why-named-text.ts'

export const command = defineCommand({
  name: 'criterion why',
  summary: 'Explain what a criterion counts, from the events behind it.',
  arguments: [{ name: 'name', required: true, summary: 'Its name.' }],
  examples: ['mettle criterion why type_safe'],
  run: async (context, { name }) => {
    const mettle = await context.openMettle()
    const why = await mettle.whyCriterion(name)
    const now = context.now()
    context.show(why, () => whyNamedText(why, context.colour, (at) => relativeTime(at, now)))
  },
})
