import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { decisionOptions, decisionText } from '../pattern-decision.ts'

export const command = defineCommand({
  name: 'pattern promote',
  summary: 'Vouch for a pattern.',
  description:
    'Makes it active and proven, whatever the evidence says, until a person resets it. What is deprecated must be reset first.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: decisionOptions,
  examples: ['mettle pattern promote p-4254f02efa558f50 --reason "the team agreed on it"'],
  needs: { person: 'always' },
  run: async (context, { id, reason, by, axis }) => {
    const mettle = await context.openMettle()
    const decided = await mettle.promotePattern({
      pattern: id,
      reason,
      by: decider(by),
      axes: axis === undefined ? undefined : [axis],
    })
    context.show(decided, () => decisionText(decided))
  },
})
