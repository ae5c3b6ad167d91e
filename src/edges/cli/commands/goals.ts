import { present } from '../../../domain/sets.ts'
import type { GoalStats } from '../../../report/cycle-summary.ts'
import { askCommand, list, number, text } from '../command.ts'
import { decider } from '../input/ask.ts'
import { some } from '../input/parse-values.ts'
import { quantity } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'
import { verbCommand } from '../verb-command.ts'

export const goalListCommand = verbCommand('goals', {
  name: 'goal list',
  summary: 'List the goals, and which one is active.',
  description: `Lists the built-in goals and those of .learnings/goal.yaml. No goal is active until a person chooses one; the one that
    the file calls active is only a suggestion. If a value in the file is wrong, Mettle says so and uses the default.`,
  examples: ['mettle goal list', 'mettle goal list --json'],
  listed: 'goals',
  view: (list, context) => {
    const rows = list.goals.map(({ name, target, command, priority, description }) => [
      list.chosen?.goal === name ? '*' : '',
      name,
      target === undefined ? (command?.join(' ') ?? '') : String(target),
      priority.join(' > '),
      description,
    ])
    const { suggested, chosen } = list
    return present([
      context.table(rows, { head: ['', 'GOAL', 'TARGET', 'FIRST', 'WHAT'] }),
      chosen === undefined ? 'No goal is chosen.' : `${chosen.goal} was chosen by ${chosen.by}.`,
      !(suggested === undefined || chosen !== undefined) && `goal.yaml suggests it: mettle goal use ${suggested}`,
      ...list.warnings.map((warning) => `warning: ${warning}`),
    ]).join('\n')
  },
})

export const goalUseCommand = askCommand({
  name: 'goal use',
  needs: { person: { only: 'With --command', when: ({ command }) => command.length > 0 } },
  summary: 'Choose the goal that runs are measured against.',
  description: `From now on \`mettle learn\` measures every iteration against it: a pattern that was applied while the goal was missed earns half its relevance.
    When an agent starts, it is shown patterns in the order of the goal. Mettle runs the command without a shell and with
    a time limit, exactly as you type it here; a file cannot change it later. Choose none to have no goal.`,
  arguments: [{ name: 'goal', required: true, summary: 'Its name, or none.' }],
  options: {
    target: number('What to reach, where the goal has a number.', { least: 0, value: 'N' }),
    command: list('The program of a test or custom goal, then each of its arguments, one option per word.', 'WORD'),
    by: text('Who chooses. Default: the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle goal use reduce-failures --target 2',
    'mettle goal use swe-bench --command npm --command test',
    'mettle goal use none',
  ],
  ask: (mettle, { goal, target, command, by }) =>
    mettle.chooseGoal({ goal, by: decider(by), target, command: some(command) }),
  view: (chosen, __, { goal }) =>
    chosen.kind === 'none'
      ? 'No goal is active.'
      : present([
          `Runs are measured against ${goal} from now on${chosen.target === undefined ? '' : `, target ${chosen.target}`}.`,
          chosen.command !== undefined && `It runs: ${chosen.command.join(' ')}`,
          chosen.priority !== undefined && `Patterns come as ${chosen.priority.join(' > ')}.`,
        ]).join('\n'),
})

const NONE = 'No pattern has 3 applications yet.'

export const goalStatsCommand = verbCommand('goalStats', {
  name: 'goal stats',
  summary: 'Show how often each goal was reached.',
  description: `Shares and scores need 5 runs, a trend 10 evaluations, and a pattern 3 applications. With less it says so instead of giving a
    number.`,
  examples: ['mettle goal stats', 'mettle goal stats --json'],
  view: (report, context) => {
    if (report.goals.length === 0)
      return 'No run has been measured against a goal since one was chosen.\nmettle goal list'
    const patterns = report.patterns.map(({ pattern, rate, applied, text: said }) => {
      return [pattern, rate.toFixed(2), applied, said]
    })
    const rest = report.carrying - patterns.length
    return [
      table(report.goals.map(rowOf), {
        head: ['GOAL', 'RUNS', 'MET', 'SCORE', 'TREND', 'NOTE'],
        right: [1, 2, 3, 4],
      }).trimEnd(),
      '',
      context.table(patterns, { head: ['PATTERN', 'RATE', 'APPLIED', 'TEXT'], right: [1, 2], none: NONE }),
      ...(rest > 0 ? [`and ${quantity(rest, 'more pattern')}; --limit ${report.carrying} shows all`] : []),
    ].join('\n')
  },
})

function rowOf({ goal, runs, successShare, averageScore, trend, notes }: GoalStats): string[] {
  return [
    goal,
    String(runs),
    successShare === undefined ? '-' : `${Math.round(successShare * 100)}%`,
    averageScore === undefined ? '-' : averageScore.toFixed(2),
    trend === undefined ? '-' : `${trend >= 0 ? '+' : ''}${trend.toFixed(2)}`,
    notes.join('; '),
  ]
}
