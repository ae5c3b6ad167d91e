import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { decisionOptions } from '../pattern-decision.ts'

export const command = defineCommand({
  name: 'pattern release',
  summary: 'Vouch for a pattern that was set aside.',
  description:
    'What was pulled or came from outside waits until it is seen here on another day; a person can vouch for it at once.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: { reason: decisionOptions.reason, by: decisionOptions.by },
  examples: ['mettle pattern release p-4254f02efa558f50 --reason "holds here too"'],
  needs: { person: 'always' },
  run: async (context, { id, reason, by }) => {
    const mettle = await context.openMettle()
    const decided = await mettle.releasePattern({ pattern: id, reason, by: decider(by) })
    context.show(decided, () =>
      decided.changed ? `Released: ${decided.text}` : `Nothing to change about ${decided.pattern}.`,
    )
  },
})
