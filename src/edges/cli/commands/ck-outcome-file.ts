import { defineCommand } from '../command.ts'
import { governedText, readRecord } from '../governed-outcome.ts'

export const command = defineCommand({
  name: 'ck-outcome-file',
  summary: 'Record the outcome of a run from a file.',
  arguments: [{ name: 'path', required: true, summary: 'A file with one JSON record; - is standard input.' }],
  examples: ['mettle ck-outcome-file outcome.json'],
  run: async (context, { path }) => {
    const record = await readRecord(context, path)
    const recorded = await (await context.openMettle()).recordRunOutcome(record)
    context.show(recorded, () => governedText(recorded))
  },
})
