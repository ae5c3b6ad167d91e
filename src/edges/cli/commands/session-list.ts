import { SESSION_CLIENTS } from '../../../domain/values/session.ts'
import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { endText } from '../output/session-text.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'session list',
  summary: 'List the sessions of clients, the last active first.',
  options: {
    client: {
      kind: 'text',
      oneOf: SESSION_CLIENTS,
      summary: 'Only those of this client.',
    },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle session list', 'mettle session list --client claude-code -n 5'],
  run: async (context, { client, limit }) => {
    const mettle = await context.openMettle()
    const sessions = await mettle.sessions({ limit, client })
    const now = context.now()
    context.show({ sessions }, () => {
      if (sessions.length === 0)
        return client === undefined ? 'No session is on record.' : `No session of ${client} is on record.`
      const rows = sessions.map((item) => [
        relativeTime(item.lastAt, now),
        item.run,
        item.client ?? '',
        String(item.prompts),
        String(item.steps),
        String(item.errors),
        endText(item),
        item.about?.text ?? '',
      ])
      const head = ['WHEN', 'RUN', 'CLIENT', 'PROMPTS', 'STEPS', 'ERRORS', 'OUTCOME', 'ABOUT']
      const width = context.isTerminal ? { width: context.width } : {}
      return table(rows, { head, right: [3, 4, 5], isLastProse: true, ...width }).trimEnd()
    })
  },
})
