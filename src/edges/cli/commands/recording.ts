import type { StrategyView } from '../../../loop/governance/criteria.ts'
import { askCommand, share, text } from '../command.ts'
import { readTextFile } from '../input/read-file.ts'
import { percent } from '../output/numbers-text.ts'
import { verbCommand } from '../verb-command.ts'

export const planRecordCommand = askCommand({
  name: 'plan record',
  summary: 'Record how the work of a run is split into tasks.',
  description: `Finds the strategies in the text of the plan: split by feature, tests alongside implementation,
    and so on. Outcomes recorded for the run from then on are evidence for or against them.`,
  arguments: [{ name: 'file', summary: 'The plan; - or none reads standard input.' }],
  options: {
    run: text('The run.', 'ID', { short: 'r', required: true }),
    text: text('The plan itself, in place of a file.', 'TEXT'),
    by: text('Whose plan it is.', 'NAME'),
  },
  examples: [
    'mettle plan record --run run-7 --text "Split by feature, tests alongside implementation"',
    'mettle plan record --run run-7 plan.md',
  ],
  ask: async (mettle, { run, text: plan, by, file }, context) =>
    mettle.recordPlan({ run, text: plan ?? (await readTextFile(context, file ?? '-', 'The plan')), by }),
  view: ({ duplicate, strategies }, _, { run }) =>
    [
      `${duplicate ? 'Known' : 'Recorded'}: the plan of ${run}.`,
      ...(strategies.length === 0
        ? ['It names no strategy that is known by its words.']
        : strategies.map(strategyText)),
    ].join('\n'),
})

function strategyText({ strategy, standing, successes }: StrategyView): string {
  if (standing.state === 'avoid') return `  ${standing.inversion.content}`
  if (standing.observations === 0) return `  ${strategy}: not tried before`
  return `  ${strategy}: succeeded in ${successes} of ${standing.observations}`
}

export const scoreRecordCommand = askCommand({
  name: 'score record',
  summary: 'Record a score, and learn from it if it dropped.',
  description: `For something that you measure regularly, such as an evaluation. A score that is 15% or more below
    the mean of the last five becomes a learning, which \`mettle learn\` turns into a pattern. With --run or --id the same score is recorded once.`,
  options: {
    name: text('What was measured.', 'NAME', { required: true }),
    value: share('The score, from 0 to 1.', { required: true }),
    run: text('The run; a run records each score once.', 'ID', { short: 'r' }),
    id: text('An id of your own, so that a repeated call is recorded once.', 'ID'),
    details: text('Details to keep.', 'TEXT'),
  },
  examples: [
    'mettle score record --name login-eval --value 0.82',
    'mettle score record --name login-eval --value 0.6 --run run-9',
    'mettle score record --name login-eval --value 0.6 --id nightly-2026-01-05',
  ],
  ask: (mettle, { name, value, run, id, details }) => mettle.recordScore({ name, value, run, id, details }),
  view: (recorded, __, { name, value, run, id }) => {
    if (recorded.duplicate) return `The score of ${name} in ${id ?? run} was recorded before.`
    const { mean, drop, learning } = recorded
    if (mean === undefined || drop === undefined) return `Recorded ${name}: ${value}.`
    const compared = drop === 0 ? 'at' : drop > 0 ? `${percent(drop)} below` : `${percent(-drop)} above`
    return [
      `Recorded ${name}: ${value}, ${compared} the mean of ${mean.toFixed(2)}.`,
      ...(learning === undefined
        ? []
        : [`It fell, and became learning ${learning}.`, 'mettle learn makes a pattern of it.']),
    ].join('\n')
  },
})

export const feedbackRecordCommand = verbCommand('recordFeedback', {
  name: 'feedback record',
  summary: 'Report that a pattern, a criterion or a strategy helped or did harm.',
  description: `It counts in addition to the outcomes of runs. If you name the run or the task,
    the same voter counts once there; without either, every call is a new vote.`,
  words: { subject: 'subject', id: 'id' },
  options: {
    weight: { summary: 'How much it counts, from 0 to 1.', default: 1 },
    reasoning: { as: 'reason' },
    task: { short: undefined },
    strength: false,
    by: { summary: 'Who says so. Default: the user of this machine.' },
  },
  examples: [
    'mettle feedback record criterion type_safe --type helpful --task login.1 --reason "the compiler caught it"',
    'mettle feedback record strategy "Split by file type" --type harmful',
  ],
  view: (recorded) => {
    const said = `${recorded.subject} ${recorded.id}: ${recorded.type}`
    return recorded.duplicate
      ? `Already recorded: ${said}.`
      : [`Recorded ${said}, weight ${recorded.weight}.`, recorded.note ?? ''].join('\n').trimEnd()
  },
})
