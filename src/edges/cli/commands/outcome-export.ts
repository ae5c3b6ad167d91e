import { defineCommand } from '../command.ts'
import { visibleJson } from '../output/visible.ts'

export const command = defineCommand({
  name: 'outcome export',
  summary: 'Print the outcomes of graded runs, one JSON object a line.',
  description:
    'Oldest first, in one shape that holds the fields of both documented ones; outcome import reads it, here or elsewhere.',
  examples: ['mettle outcome export > outcomes.jsonl'],
  run: async (context) => {
    const mettle = await context.openMettle()
    for await (const record of mettle.exportOutcomes()) {
      context.stdout.write(`${visibleJson(record)}\n`)
      await context.stdout.drained()
    }
  },
})
