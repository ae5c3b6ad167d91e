import { defineCommand } from '../command.ts'
import { usageError } from '../input/usage.ts'

export const command = defineCommand({
  name: 'build record',
  summary: 'Record how a build or a test run ended.',
  description: `The last build of an iteration speaks for it: after a failed one, what the agents that write code were shown there earns
    nothing.`,
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run that was built.' },
    passed: { kind: 'switch', summary: 'It passed.' },
    failed: { kind: 'switch', summary: 'It failed.' },
    command: { kind: 'text', value: 'TEXT', summary: 'What was run.' },
    exitCode: { kind: 'number', whole: true, value: 'N', summary: 'How it exited.' },
    durationMs: { kind: 'number', least: 0, whole: true, value: 'MS', summary: 'How long it took.' },
    iteration: {
      kind: 'number',
      least: 1,
      whole: true,
      value: 'N',
      summary: 'Of the run; else the one that it is in.',
    },
  },
  examples: [
    'mettle build record --run run-7 --passed --command "npm test"',
    'mettle build record --run run-7 --failed --exit-code 1',
  ],
  run: async (context, { run, passed, failed, ...more }) => {
    if (passed === failed)
      throw usageError('Say how it ended: --passed or --failed.', 'mettle build record --run run-7 --passed')
    const mettle = await context.openMettle()
    const { command, exitCode, durationMs, iteration } = more
    const recorded = await mettle.recordBuild({ run, passed, command, exitCode, durationMs, iteration })
    context.show(recorded, () => `Recorded a build of ${run} that ${passed ? 'passed' : 'failed'}.`)
  },
})
