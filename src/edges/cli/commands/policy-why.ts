import { defineCommand } from '../command.ts'
import { whyNamedText } from '../output/why-named-text.ts'

export const command = defineCommand({
  name: 'policy why',
  summary: 'Explain why the gate stands as it does for an adapter.',
  description:
    'Its figures as a sum, the thresholds that they met or missed, what people said, what the gate answers at each risk, the events behind it, and what would change it.',
  arguments: [{ name: 'adapter', required: true, summary: 'Its name.' }],
  examples: ['mettle policy why github', 'mettle policy why npm --json'],
  run: async (context, { adapter }) => {
    const mettle = await context.openMettle()
    const why = await mettle.whyAdapter(adapter)
    context.show(why, () => whyNamedText(why, context))
  },
})
