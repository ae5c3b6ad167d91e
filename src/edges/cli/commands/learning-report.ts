import { defineCommand } from '../command.ts'
import { governanceText } from '../output/governance-text.ts'

export const command = defineCommand({
  name: 'learning-report',
  summary: 'Report how adapters and agents fare, as text.',
  examples: ['mettle learning-report'],
  run: async (context) => {
    const report = await (await context.openMettle()).governanceReport()
    context.show(report, () => governanceText(report, context.colour, context.now()))
  },
})
