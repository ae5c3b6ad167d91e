import { defineCommand } from '../command.ts'
import { changesText } from '../policy-text.ts'

export const command = defineCommand({
  name: 'policy diff',
  summary: 'Show what outcomes did to policy, from what to what.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'What the outcome of this run led to.' },
    limit: {
      kind: 'number',
      short: 'n',
      least: 1,
      whole: true,
      default: 10,
      summary: 'How many runs at most.',
    },
  },
  examples: ['mettle policy diff', 'mettle policy diff --run run-9'],
  run: async (context, { run, limit }) => {
    const mettle = await context.openMettle()
    const changes = await mettle.policyChanges({ limit, run })
    context.show(changes, () => changesText(changes, context.now()))
  },
})
