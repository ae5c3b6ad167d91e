import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'outcome-score',
  summary: 'Grade the patterns of a run by what became of its work.',
  description:
    'merged and reverted are what outcome merge records; failed is what outcome record does with a failure. Only patterns that the run cited or applied are graded.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run.' },
    outcome: {
      kind: 'text',
      required: true,
      oneOf: ['merged', 'failed', 'reverted'],
      summary: 'What became of its work.',
    },
  },
  examples: ['mettle outcome-score --run run-42 --outcome merged'],
  run: async (context, { run, outcome }) => {
    const mettle = await context.openMettle()
    if (outcome === 'failed') {
      const recorded = await mettle.recordOutcome({ run, result: 'failure', observedBy: 'record' })
      context.show(recorded, () => `${said(recorded.duplicate)} that ${run} failed.`)
      return
    }
    const recorded = await mettle.recordMerge({ run, kept: outcome === 'merged' })
    context.show(
      recorded,
      () =>
        `${said(recorded.duplicate)} that ${run} was ${outcome}.\nIt grades ${quantity(recorded.graded.length, 'pattern')}.`,
    )
  },
})

function said(duplicate: boolean): string {
  return duplicate ? 'It was known' : 'Recorded'
}
