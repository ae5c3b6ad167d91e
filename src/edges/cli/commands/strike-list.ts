import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'strike list',
  summary: 'List the tasks that have strikes.',
  options: {
    struckOut: { kind: 'switch', summary: 'Only tasks that failed three times.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle strike list', 'mettle strike list --struck-out'],
  run: async (context, { struckOut, limit }) => {
    const mettle = await context.openMettle()
    const found = await mettle.strikes({ struckOut, limit })
    const now = context.now()
    context.show(found, () => {
      if (found.length === 0) return struckOut ? 'No task failed three times.' : 'No task has strikes.'
      const rows = found.map(({ task, count, outAt, failures, lastStrikeAt = 0 }) => [
        task,
        `${count}/${outAt}`,
        relativeTime(lastStrikeAt, now),
        `${failures.at(-1)?.attempt}: ${failures.at(-1)?.reason}`,
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['TASK', 'STRIKES', 'LAST', 'LAST ATTEMPT'], width }).trimEnd()
    })
  },
})
