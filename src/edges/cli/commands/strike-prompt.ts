import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'strike prompt',
  summary: 'Print the request to review the design of a task that failed three times.',
  description: 'Prints nothing before the third strike.',
  arguments: [{ name: 'task', summary: 'The task.', required: true }],
  examples: ['mettle strike prompt bd-12'],
  run: async (context, { task }) => {
    const mettle = await context.openMettle()
    const strikes = await mettle.strikesOf(task)
    context.show(strikes, () => strikes.prompt)
    if (!strikes.struckOut)
      context.note(`${task} has ${strikes.count} of ${strikes.outAt} strikes: no review is due.`)
  },
})
