import { defineCommand } from '../command.ts'
import { reportText } from '../output/report-text.ts'

export const command = defineCommand({
  name: 'report',
  summary: 'Report how runs end, and which patterns carry weight.',
  examples: ['mettle report', 'mettle report --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const report = await mettle.report()
    context.show(report, () =>
      reportText(report, context.colour, context.isTerminal ? context.width : undefined),
    )
  },
})
