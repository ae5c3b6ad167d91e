import { defineCommand } from '../command.ts'
import { changesText } from '../policy-text.ts'

export const command = defineCommand({
  name: 'ck-policy-diff',
  summary: 'Show what the latest run that moved policy changed.',
  examples: ['mettle ck-policy-diff'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const changes = await mettle.policyChanges({ limit: 1 })
    context.show(changes[0]?.policyDiff ?? {}, () => changesText(changes, context.now()))
  },
})
