import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'store-pattern',
  summary: 'Store a pattern that a role stated.',
  description: `Does what learning record and learn do, in one step. A text that the role has stated before is the same pattern, seen once more; of one
    deliberation it counts once. What is no pattern is refused, with the reason. Being stored again is repetition, not proof: successes come
    from verdicts and outcomes.`,
  options: {
    role: { kind: 'text', value: 'ROLE', required: true, summary: 'Whose pattern it is.' },
    text: { kind: 'text', value: 'TEXT', required: true, summary: 'The sentence to remember.' },
    delibId: { kind: 'text', value: 'ID', summary: 'The deliberation that states it.' },
  },
  examples: [
    'mettle store-pattern --role judge --text "Retries hide timeouts because the client swallows the error"',
  ],
  run: async (context, { role, text, delibId }) => {
    const mettle = await context.openMettle()
    const stored = await mettle.storePattern({ role, text, deliberation: delibId })
    context.show(stored, () =>
      stored.status === 'refused'
        ? `Refused: ${stored.reason}`
        : `${stored.status === 'new' ? 'Stored' : 'Known, and seen again'}: ${stored.pattern ?? ''}`,
    )
  },
})
