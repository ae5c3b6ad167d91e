import type { CriterionView } from '../../../loop/governance/criteria.ts'
import { askCommand, list, text } from '../command.ts'
import { usageError } from '../input/tokens.ts'
import { percent } from '../output/numbers-text.ts'
import { whyNamedText } from '../output/why-text.ts'
import { verbCommand } from '../verb-command.ts'

export const taskListCommand = verbCommand('tasks', {
  name: 'task list',
  summary: 'List the tasks of runs, how each went, and why.',
  examples: ['mettle task list --run run-7', 'mettle task list --feedback harmful --json'],
  listed: true,
  view: (tasks, { ago, table }) => {
    const rows = tasks.map(({ at, run, task, failureMode, feedback }) => {
      const { type = 'unknown', reasoning = 'nobody observed it' } = feedback ?? {}
      return [ago(at), run, task, type, failureMode, reasoning]
    })
    const head = ['WHEN', 'RUN', 'TASK', 'COUNTS AS', 'FAILED BY', 'BECAUSE']
    const none = 'No tasks match.\nTo record one: mettle outcome record --help'
    return table(rows, { head, isLastProse: true, none })
  },
})

export const strategyListCommand = verbCommand('strategies', {
  name: 'strategy list',
  summary: 'List the ways in which tasks were split, with their results.',
  examples: ['mettle strategy list', 'mettle strategy list --state avoid --json'],
  listed: true,
  view: (strategies, { ago, table }) => {
    const rows = strategies.map(({ strategy, standing, successes, failures, seen }) => {
      return [strategy, standing.state, successes, failures, percent(standing.successRate), ago(seen.at)]
    })
    const head = ['STRATEGY', 'STATE', 'SUCCEEDED', 'FAILED', 'RATE', 'LAST TRIED']
    const none = 'No strategies match.\nTo record one: mettle plan record --help'
    return table(rows, { head, right: [2, 3, 4], none })
  },
})

export const strategyWhyCommand = verbCommand('whyStrategy', {
  name: 'strategy why',
  summary: 'Explain the status of a strategy, with the events behind it.',
  words: { name: 'name' },
  examples: ['mettle strategy why "Split by file type"'],
  view: (why, context) => whyNamedText(why, context),
})

export const criterionListCommand = askCommand({
  name: 'criterion list',
  summary: 'List the review criteria, with the weight of each.',
  description: `The weight is the share of helpful feedback, after decay. Without feedback the weight is unknown,
    and the criterion counts in full. With --score, Mettle weights the raw scores of some work.`,
  options: { score: list('A raw score from 0 to 1; may be repeated.', 'NAME=SCORE') },
  examples: ['mettle criterion list', 'mettle criterion list --score type_safe=0.8 --score readable=0.5'],
  ask: (mettle, { score }) => mettle.criteria({ scores: Object.fromEntries(score.map(parseScore)) }),
  listed: true,
  view: (criteria, context, { score }) => {
    const isScored = score.length > 0
    const rows = criteria.map((view) => {
      const { criterion, helpful, harmful, lastValidated: at } = view
      const validated = at === undefined ? 'never' : context.ago(at)
      const { raw, weighted } = view.score ?? {}
      const scored = isScored ? [raw?.toFixed(2), weighted?.toFixed(2)] : []
      return [criterion, weightText(view), helpful, harmful, validated, ...scored]
    })
    const scores = isScored ? ['RAW', 'WEIGHTED'] : []
    const head = ['CRITERION', 'WEIGHT', 'HELPFUL', 'HARMFUL', 'VALIDATED', ...scores]
    return context.table(rows, { head, right: [1, 2, 3, 5, 6] })
  },
})

function weightText({ weight, known, deprecated }: CriterionView): string {
  if (!known) return 'unknown'
  return deprecated ? '0, deprecated' : weight.toFixed(2)
}

function parseScore(text: string): [string, number] {
  const at = text.lastIndexOf('=')
  const value = text.slice(at + 1).trim()
  if (at < 1 || value === '' || Number.isNaN(Number(value)))
    throw usageError(`--score '${text}' is not a name and a number.`, 'Write it as type_safe=0.8.')
  return [text.slice(0, at).trim(), Number(value)]
}

export const criterionWhyCommand = verbCommand('whyCriterion', {
  name: 'criterion why',
  summary: 'Explain the weight of a criterion, with the events behind it.',
  words: { name: 'name' },
  examples: ['mettle criterion why type_safe'],
  view: (why, context) => whyNamedText(why, context),
})

export const receiptWhyCommand = askCommand({
  name: 'receipt why',
  summary: 'Explain why a pattern was in a block, or why it was not.',
  description:
    'Shows each pattern in the block with the parts of its score, what was withheld at random, and what was left out and why. mettle run show lists the receipts of a run; the JSON of inject and the recall tool of mettle mcp name their own. With --pattern: why that pattern was not in the block at the time (excluded, for others, outscored, no room, withheld, not there yet), and what would change that.',
  arguments: [{ name: 'receipt', required: true, summary: 'Its id; mettle run show RUN lists them.' }],
  options: { pattern: text('Why this pattern was not in it, by its id or the beginning of it.', 'ID') },
  examples: [
    'mettle receipt why 01KFX2B9C4M6T8V0W2Y4Z6A8B0',
    'mettle receipt why 01KFX2B9C4M6T8V0W2Y4Z6A8B0 --pattern p-4254f02efa558f50',
  ],
  ask: (mettle, { receipt, pattern }) =>
    pattern === undefined ? mettle.whyReceipt(receipt) : mettle.whyNot({ receipt, pattern }),
  view: whyNamedText,
})
