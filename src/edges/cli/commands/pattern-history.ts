import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { sparkline } from '../output/sparkline.ts'
import { table } from '../output/table.ts'

const WEEK = 7

export const command = defineCommand({
  name: 'pattern history',
  summary: 'Tell where a pattern stood after each fact about it, and what it will score unused.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  examples: ['mettle pattern history p-d86bc974dde41587', 'mettle pattern history d86b --json'],
  run: async (context, { id }) => {
    const mettle = await context.openMettle()
    const history = await mettle.patternHistory(id)
    const now = context.now()
    context.show(history, () => {
      const rows = history.moments.map(({ at, score, lifecycle, maturity, words }) => [
        relativeTime(at, now),
        score.toFixed(2),
        lifecycle,
        maturity,
        words,
      ])
      const head = ['WHEN', 'SCORE', 'LIFECYCLE', 'MATURITY', 'WHAT']
      const isBelieved = mettle.config.values['inject.profile'] === 'bayes'
      const weekly = history.ahead.filter((_, day) => day % WEEK === 0).map(({ score }) => score)
      return [
        table(rows, { head, right: [1], width: context.isTerminal ? context.width : undefined }).trimEnd(),
        '',
        `Unused, it goes from ${weekly[0]!.toFixed(2)} to ${weekly.at(-1)!.toFixed(2)} in eight weeks: ${sparkline(weekly, [0, Math.max(...weekly, 0.01)])}`,
        ...(isBelieved
          ? [`This score goes by counts; its value: mettle pattern why ${history.pattern}`]
          : []),
      ].join('\n')
    })
  },
})
