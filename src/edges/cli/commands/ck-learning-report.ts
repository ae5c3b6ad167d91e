import { markdownOf } from '../../../report/markdown.ts'
import { defineCommand } from '../command.ts'
import { governanceSections } from '../output/governance-text.ts'

export const command = defineCommand({
  name: 'ck-learning-report',
  summary: 'Report how adapters and agents fare, as Markdown.',
  examples: ['mettle ck-learning-report'],
  run: async (context) => {
    const report = await (await context.openMettle()).governanceReport()
    context.show(report, () => markdownOf('Governance report', governanceSections(report, context.now())))
  },
})
