import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { decisionOptions, decisionText } from '../pattern-decision.ts'

export const command = defineCommand({
  name: 'pattern deprecate',
  summary: 'Retire a pattern.',
  description: 'It is no longer shown, whatever the evidence says, until a person resets it.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: decisionOptions,
  examples: ['mettle pattern deprecate p-4254f02efa558f50 --reason "we moved to another framework"'],
  needs: { person: 'always' },
  run: async (context, { id, reason, by, axis }) => {
    const mettle = await context.openMettle()
    const decided = await mettle.deprecatePattern({
      pattern: id,
      reason,
      by: decider(by),
      axes: axis === undefined ? undefined : [axis],
    })
    context.show(decided, () => decisionText(decided))
  },
})
