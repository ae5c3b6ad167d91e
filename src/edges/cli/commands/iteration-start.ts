import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'iteration start',
  summary: 'Begin the next round of a run.',
  description: `Each prompt of a session, each pass of a pipeline is an iteration. The commit that is checked out is remembered: what changed since
    then is what the run did. A run that says nothing has one iteration.`,
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run.' },
    iteration: {
      kind: 'number',
      short: 'i',
      least: 1,
      whole: true,
      value: 'N',
      summary: 'Its number within the run; else the next.',
    },
  },
  examples: ['mettle iteration start --run run-7', 'mettle iteration start --run run-7 --iteration 2'],
  run: async (context, { run, iteration }) => {
    const mettle = await context.openMettle()
    const started = await mettle.startIteration({ run, iteration })
    const at = started.commit === undefined ? '' : ` at ${started.commit.slice(0, 12)}`
    context.show(
      started,
      () => `Iteration ${started.iteration} of ${run}, number ${started.number} of the project${at}.`,
    )
  },
})
