import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'strike clear',
  summary: 'Wipe the strikes of a task.',
  description: 'For a task that begins anew under another design. Success wipes them by itself.',
  arguments: [{ name: 'task', summary: 'The task.', required: true }],
  options: {
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why it may begin anew.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who says so; else the user of this machine.' },
  },
  examples: ['mettle strike clear bd-12 --reason "split into two tasks"'],
  run: async (context, { task, reason, by }) => {
    const mettle = await context.openMettle()
    const told = await mettle.clearStrikes({ task, reason, by: decider(by) })
    context.show(told, () =>
      told.cleared === 0
        ? `${task} has no strikes.`
        : `Wiped ${quantity(told.cleared, 'strike')} of ${task}.`,
    )
  },
})
