import { FEEDBACK_TARGETS, FEEDBACK_TYPES } from '../../../domain/values/outcome.ts'
import type { StrategyView } from '../../../loop/governance/criteria.ts'
import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { readTextFile } from '../input/read-file.ts'
import { percent } from '../output/numbers-text.ts'

export const planRecordCommand = defineCommand({
  name: 'plan record',
  summary: "Record how a run's work is to be cut up.",
  description: `The strategies that the plan names are found in its words: split by feature, tests alongside implementation, and so on. The outcomes that are
    recorded for the run from then on speak for or against them.`,
  arguments: [{ name: 'file', summary: 'The plan; - or none reads standard input.' }],
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run.' },
    text: { kind: 'text', value: 'TEXT', summary: 'The plan itself, in place of a file.' },
    by: { kind: 'text', value: 'NAME', summary: 'Whose plan it is.' },
  },
  examples: [
    'mettle plan record --run run-7 --text "Split by feature, tests alongside implementation"',
    'mettle plan record --run run-7 plan.md',
  ],
  run: async (context, { run, text, by, file }) => {
    const plan = text ?? (await readTextFile(context, file ?? '-', 'The plan'))
    const mettle = await context.openMettle()
    const recorded = await mettle.recordPlan({ run, text: plan, by })
    context.show(recorded, () =>
      [
        `${recorded.duplicate ? 'Known' : 'Recorded'}: the plan of ${run}.`,
        ...(recorded.strategies.length === 0
          ? ['It names no strategy that is known by its words.']
          : recorded.strategies.map(strategyText)),
      ].join('\n'),
    )
  },
})

function strategyText({ strategy, standing, successes }: StrategyView): string {
  if (standing.state === 'avoid') return `  ${standing.inversion.content}`
  if (standing.observations === 0) return `  ${strategy}: not tried before`
  return `  ${strategy}: succeeded in ${successes} of ${standing.observations}`
}

export const scoreRecordCommand = defineCommand({
  name: 'score record',
  summary: 'Record a score, and learn from it when it fell.',
  description: `For what is measured again and again, such as an evaluation. A score that falls short of the mean of the last five by 15 % or more becomes a
    learning, which \`mettle learn\` makes a pattern of. With --run or --id the same score told twice is one.`,
  options: {
    name: { kind: 'text', value: 'NAME', required: true, summary: 'What was measured.' },
    value: { kind: 'number', least: 0, most: 1, required: true, summary: 'The score, from 0 to 1.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run; it scores a thing once.' },
    id: { kind: 'text', value: 'ID', summary: 'An id of your own, for what may be told twice.' },
    details: { kind: 'text', value: 'TEXT', summary: 'What was seen.' },
  },
  examples: [
    'mettle score record --name login-eval --value 0.82',
    'mettle score record --name login-eval --value 0.6 --run run-9',
    'mettle score record --name login-eval --value 0.6 --id nightly-2026-01-05',
  ],
  run: async (context, { name, value, run, id, details }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordScore({ name, value, run, id, details })
    context.show(recorded, () => {
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
    })
  },
})

export const feedbackRecordCommand = defineCommand({
  name: 'feedback record',
  summary: 'Say that a pattern, a criterion or a strategy helped or harmed.',
  description: `It counts beside what outcomes say by themselves. Name the run or the task that it is about, and the same voice counts once there;
    without either, every word is a new one.`,
  arguments: [
    {
      name: 'subject',
      required: true,
      oneOf: FEEDBACK_TARGETS,
      summary: 'What it is about.',
    },
    {
      name: 'id',
      required: true,
      summary: 'The id of the pattern, or the name of the criterion or strategy.',
    },
  ],
  options: {
    type: { kind: 'text', required: true, oneOf: FEEDBACK_TYPES, summary: 'What it did.' },
    weight: { kind: 'number', least: 0, most: 1, default: 1, summary: 'How much it counts, from 0 to 1.' },
    reason: { kind: 'text', value: 'TEXT', summary: 'Why; it is kept and shown.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run in which it was so.' },
    task: { kind: 'text', value: 'ID', summary: 'The task in which it was so.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who says so; else the user of this machine.' },
  },
  examples: [
    'mettle feedback record criterion type_safe --type helpful --task login.1 --reason "the compiler caught it"',
    'mettle feedback record strategy "Split by file type" --type harmful',
  ],
  run: async (context, { subject, id, type, weight, reason, run, task, by }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordFeedback({
      subject,
      id,
      type,
      weight,
      by: decider(by),
      reasoning: reason,
      run,
      task,
    })
    const said = `${recorded.subject} ${recorded.id}: ${recorded.type}`
    context.show(recorded, () =>
      recorded.duplicate
        ? `It was recorded before: ${said}.`
        : [`Recorded ${said}, weight ${recorded.weight}.`, recorded.note ?? ''].join('\n').trimEnd(),
    )
  },
})
