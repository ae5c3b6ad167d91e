import { defineCommand } from '../command.ts'
import { governedText, parseRecord } from '../governed-outcome.ts'

export const command = defineCommand({
  name: 'ck-outcome',
  summary: 'Record the outcome of a run, given as JSON.',
  arguments: [{ name: 'record', required: true, summary: 'The record, in either documented shape.' }],
  examples: [
    'mettle ck-outcome \'{"runId":"run-10","result":"success","postExecutionScore":0.9,"riskLevel":"low"}\'',
  ],
  run: async (context, { record }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordRunOutcome(parseRecord(record, 'The argument'))
    context.show(recorded, () => governedText(recorded))
  },
})
