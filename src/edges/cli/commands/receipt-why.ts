import { defineCommand } from '../command.ts'
import { whyNamedText } from '../output/why-named-text.ts'

export const command = defineCommand({
  name: 'receipt why',
  summary: 'Explain why a block held what it held, or why not a pattern.',
  description:
    'What was shown and by which parts of its score, what was withheld at random, what found no place and why. mettle run show lists the receipts of a run; the JSON of inject names its own, and so does recall of mettle mcp. With --pattern: why that one was not in it (barred, for others, outscored, no room, withheld, not there yet), by the state as of then, and what would change that.',
  arguments: [{ name: 'receipt', required: true, summary: 'Its id; mettle run show RUN lists them.' }],
  options: {
    pattern: {
      kind: 'text',
      value: 'ID',
      summary: 'Why this pattern was not in it, by its id or the beginning of it.',
    },
  },
  examples: [
    'mettle receipt why 01KFX2B9C4M6T8V0W2Y4Z6A8B0',
    'mettle receipt why 01KFX2B9C4M6T8V0W2Y4Z6A8B0 --pattern p-4254f02efa558f50',
  ],
  run: async (context, { receipt, pattern }) => {
    const mettle = await context.openMettle()
    const why =
      pattern === undefined ? await mettle.whyReceipt(receipt) : await mettle.whyNot({ receipt, pattern })
    context.show(why, () => whyNamedText(why, context))
  },
})
