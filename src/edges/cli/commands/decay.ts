import { decayCosts } from '../../../report/decay-costs.ts'
import { defineCommand } from '../command.ts'
import { table } from '../output/table.ts'

const MOST = 10

export const command = defineCommand({
  name: 'decay',
  summary: 'Show which patterns the passing of time costs most.',
  description:
    'There is nothing to run: scores decay when they are read, so that this changes nothing. Three reinforcements end the decay of a pattern.',
  examples: ['mettle decay', 'mettle decay --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const costs = decayCosts(await mettle.patterns(), context.now(), MOST)
    context.show({ decaysWhenRead: true, patterns: costs }, () => {
      const head = 'Scores decay when they are read; nothing has to run, and nothing was changed.'
      if (costs.length === 0) return `${head}\nNo pattern has lost anything yet.`
      const rows = costs.map(({ pattern, score, fresh, daysSinceUse, text }) => [
        pattern,
        `${fresh.toFixed(2)} -> ${score.toFixed(2)}`,
        `${Math.floor(daysSinceUse)} d`,
        text,
      ])
      const width = context.isTerminal ? context.width : undefined
      return `${head}\n\n${table(rows, { head: ['ID', 'SCORE', 'UNUSED', 'TEXT'], right: [2], width }).trimEnd()}`
    })
  },
})
