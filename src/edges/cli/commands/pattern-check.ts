import { defineCommand } from '../command.ts'
import { citationLine } from '../output/citation-line.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'pattern check',
  summary: 'Look whether the lines that patterns cite are still in the code.',
  description: `A pattern that points at a place keeps what the lines there said. When they have changed it is stale-cited and ranks lower, until it is seen again or the lines are back;
    moved or indented lines have not changed. Nothing outside of the project is read. mettle learn and mettle outcome watch look, too.`,
  examples: ['mettle pattern check', 'mettle pattern check --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const checked = await mettle.checkCitations()
    context.show(checked, () => {
      const { cited, stale, news } = checked
      const head = `${quantity(cited, 'pattern')} ${cited === 1 ? 'cites' : 'cite'} lines that are kept track of; of ${stale} they have changed.`
      return [head, ...news.map(citationLine)].join('\n')
    })
  },
})
