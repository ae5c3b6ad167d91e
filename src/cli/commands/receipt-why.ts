import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { whyNamedText } from '../output/why-named-text.ts'

export const command = defineCommand({
  name: 'receipt why',
  summary: 'Explain why a block held what it held.',
  description:
    'What was shown and by which parts of its score, what was withheld at random, what found no place and why. The JSON of inject names the receipt, and so does recall of mettle mcp.',
  arguments: [{ name: 'receipt', required: true, summary: 'Its id.' }],
  examples: ['mettle receipt why 01KFX2B9C4M6T8V0W2Y4Z6A8B0'],
  run: async (context, { receipt }) => {
    const mettle = await context.openMettle()
    const why = await mettle.whyReceipt(receipt)
    const now = context.now()
    context.show(why, () => whyNamedText(why, context.colour, (at) => relativeTime(at, now)))
  },
})
