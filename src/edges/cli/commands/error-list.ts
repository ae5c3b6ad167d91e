import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'error list',
  summary: 'List errors that are not resolved, newest first.',
  options: {
    task: { kind: 'text', short: 't', value: 'ID', summary: 'Only those of this task.' },
    includeResolved: { kind: 'switch', summary: 'Those that were resolved, too.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle error list --task bd-12', 'mettle error list --include-resolved --json'],
  run: async (context, { task, includeResolved, limit }) => {
    const mettle = await context.openMettle()
    const found = await mettle.errors({ includeResolved, limit, task })
    const now = context.now()
    context.show(found, () => {
      if (found.length === 0) return includeResolved ? 'No error is recorded.' : 'No error is open.'
      const rows = found.map((item) => [
        relativeTime(item.at, now),
        item.task ?? '',
        item.type,
        item.resolved === undefined ? 'open' : 'resolved',
        item.error,
        item.message,
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['WHEN', 'TASK', 'TYPE', 'STATE', 'ID', 'MESSAGE'], width }).trimEnd()
    })
  },
})
