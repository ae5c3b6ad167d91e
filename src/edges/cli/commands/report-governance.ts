import { markdownOf } from '../../../report/markdown.ts'
import { defineCommand } from '../command.ts'
import { governanceSections, governanceText } from '../output/governance-text.ts'

export const command = defineCommand({
  name: 'report governance',
  summary: 'Report how adapters and agents fare, and what policy is in force.',
  description: `The strongest and weakest three adapters, the five most frequent failures, overlays in force with their age, what moved policy, what people decided
    and why, agents, skills and suggestions. Overlays that have had no news for policy.staleAfterDays raise an alert.`,
  options: {
    format: { kind: 'text', oneOf: ['text', 'markdown'], default: 'text', summary: 'How to print it.' },
  },
  examples: ['mettle report governance', 'mettle report governance --format markdown > governance.md'],
  run: async (context, { format }) => {
    const mettle = await context.openMettle()
    const report = await mettle.governanceReport()
    context.show(report, () =>
      format === 'markdown'
        ? markdownOf('Governance report', governanceSections(report, context.now()))
        : governanceText(report, context.colour, context.now()),
    )
  },
})
