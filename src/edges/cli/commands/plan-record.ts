import type { StrategyView } from '../../../loop/governance/strategies.ts'
import { defineCommand } from '../command.ts'
import { readTextFile } from '../input/read-file.ts'

export const command = defineCommand({
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
