import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'error resolve',
  summary: 'Say that an error was dealt with.',
  description:
    'It is no longer shown to the next attempt; the count of the errors that the task met keeps it. When a task succeeds, its open errors are resolved by that.',
  arguments: [{ name: 'error', summary: 'The id of the error.', required: true }],
  options: { how: { kind: 'text', value: 'TEXT', summary: 'How it was dealt with.' } },
  examples: ['mettle error resolve 01JG8Q5W3V7K2M4N6P8R0S2T4V --how "added the missing import"'],
  run: async (context, { error, how }) => {
    const mettle = await context.openMettle()
    const resolved = await mettle.resolveError({ error, how })
    context.show(resolved, () =>
      resolved.duplicate ? `${error} was resolved before.` : `Resolved ${error}.`,
    )
  },
})
