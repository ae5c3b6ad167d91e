import type { GoalStats } from '../../../report/goal-stats.ts'
import { defineCommand } from '../command.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'goal stats',
  summary: 'Tell how the goals have fared.',
  description: `Shares and scores need 5 runs, a trend 10 evaluations, and a pattern 3 applications. With less it says so instead of giving a
    number.`,
  examples: ['mettle goal stats', 'mettle goal stats --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const report = await mettle.goalStats()
    context.show(report, () => {
      if (report.goals.length === 0)
        return 'No run has been measured against a goal.\nmettle goal use reduce-failures chooses one.'
      const patterns = report.patterns.map(({ pattern, rate, applied, text }) => [
        pattern,
        rate.toFixed(2),
        String(applied),
        text,
      ])
      return [
        table(report.goals.map(rowOf), {
          head: ['GOAL', 'RUNS', 'MET', 'SCORE', 'TREND', 'NOTE'],
          right: [1, 2, 3, 4],
        }).trimEnd(),
        '',
        patterns.length === 0
          ? 'No pattern has 3 applications yet.'
          : table(patterns, {
              head: ['PATTERN', 'RATE', 'APPLIED', 'TEXT'],
              right: [1, 2],
              width: context.isTerminal ? context.width : undefined,
            }).trimEnd(),
      ].join('\n')
    })
  },
})

function rowOf({ goal, runs, successShare, averageScore, trend, notes }: GoalStats): string[] {
  return [
    goal,
    String(runs),
    successShare === undefined ? '-' : `${Math.round(successShare * 100)} %`,
    averageScore === undefined ? '-' : averageScore.toFixed(2),
    trend === undefined ? '-' : `${trend >= 0 ? '+' : ''}${trend.toFixed(2)}`,
    notes.join('; '),
  ]
}
