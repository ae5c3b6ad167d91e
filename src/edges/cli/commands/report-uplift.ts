import { defineCommand } from '../command.ts'
import { upliftText } from '../output/uplift-text.ts'

export const command = defineCommand({
  name: 'report uplift',
  summary: 'Report what showing patterns changes about how runs end.',
  description: `A share of patterns is withheld from each run at random. Runs that were shown a pattern are compared with runs that it was withheld from, weighted by the
    probability of either and measured against what runs of their context lead to expect. Differences are in points of a hundred runs; the interval stays valid however often it is
    looked at. Where the evidence speaks for a decision, the command to type is shown: a person takes it.`,
  options: {
    pattern: { kind: 'text', value: 'ID', summary: 'Only this pattern, by its id or the beginning of it.' },
    limit: {
      kind: 'number',
      short: 'n',
      least: 1,
      whole: true,
      default: 20,
      summary: 'How many patterns at most.',
    },
  },
  examples: ['mettle report uplift', 'mettle report uplift --pattern p-d86bc974dde41587 --json'],
  run: async (context, { pattern, limit }) => {
    const mettle = await context.openMettle()
    const report = await mettle.uplift({ pattern, limit })
    context.show(report, () =>
      upliftText(report, context.colour, context.isTerminal ? context.width : undefined),
    )
  },
})
