import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'error context',
  summary: 'Print what a task ran into, for its next attempt.',
  description:
    'A section of Markdown, by type, oldest first; nothing at all when there is no open error. Text that could pose as an instruction is defused.',
  options: {
    task: { kind: 'text', short: 't', value: 'ID', required: true, summary: 'The task.' },
    includeResolved: { kind: 'switch', summary: 'Errors that were resolved, too.' },
    limit: {
      kind: 'number',
      short: 'n',
      least: 1,
      whole: true,
      default: 20,
      summary: 'How many errors at most, the newest.',
    },
  },
  examples: ['mettle error context --task bd-12'],
  run: async (context, { task, includeResolved, limit }) => {
    const mettle = await context.openMettle()
    const told = await mettle.errorContext({ task, includeResolved, limit })
    context.show(told, () => told.markdown)
    if (told.markdown === '')
      context.note(
        told.counts.total === 0
          ? `No error is recorded for ${task}.`
          : `${task} met ${quantity(told.counts.total, 'error')}, and none is open; --include-resolved shows what was.`,
      )
    if (told.leftOut > 0) context.note(`${quantity(told.leftOut, 'older error')} left out; see --limit.`)
  },
})
