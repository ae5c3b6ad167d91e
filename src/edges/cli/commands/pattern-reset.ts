import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { decisionOptions, decisionText } from '../pattern-decision.ts'

export const command = defineCommand({
  name: 'pattern reset',
  summary: 'Take a decision back, and let the evidence speak again.',
  description: 'Undoes a promotion or a deprecation by a person.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: decisionOptions,
  examples: ['mettle pattern reset p-4254f02efa558f50 --reason "promoted by mistake"'],
  needs: { person: 'always' },
  run: async (context, { id, reason, by, axis }) => {
    const mettle = await context.openMettle()
    const decided = await mettle.resetPattern({
      pattern: id,
      reason,
      by: decider(by),
      axes: axis === undefined ? undefined : [axis],
    })
    context.show(decided, () => decisionText(decided))
  },
})
