import { defineCommand } from '../command.ts'
import { decisionOptions } from '../pattern-decision.ts'
import { decider } from '../who.ts'

export const command = defineCommand({
  name: 'pattern quarantine',
  summary: 'Set a pattern aside, so that it is not shown.',
  description: 'It stays aside until a person releases it, whatever speaks for it.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: { reason: decisionOptions.reason, by: decisionOptions.by },
  examples: ['mettle pattern quarantine p-4254f02efa558f50 --reason "came from a forked issue"'],
  run: async (context, { id, reason, by }) => {
    const mettle = await context.openMettle()
    const decided = await mettle.quarantinePattern({ pattern: id, reason, by: decider(by) })
    context.show(decided, () =>
      decided.changed ? `Set aside: ${decided.text}` : `Nothing to change about ${decided.pattern}.`,
    )
  },
})
