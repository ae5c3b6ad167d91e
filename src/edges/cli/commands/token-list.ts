import { isExpired } from '../../../domain/access-token.ts'
import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'token list',
  summary: 'List who may call over HTTP.',
  examples: ['mettle token list', 'mettle token list --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const records = await (await mettle.tokens()).list()
    const now = context.now()
    const told = records.map(({ hash: _, ...record }) => ({
      ...record,
      expired: isExpired({ ...record, hash: '' }, now),
    }))
    context.show(told, () => {
      if (told.length === 0)
        return 'There is no token but that of a server that runs.\nmettle token create --role read --name ann makes one.'
      const rows = told.map(({ name, role, projects, createdAt, expiresAt, expired }) => [
        name,
        role,
        projects.join(', '),
        relativeTime(createdAt, now),
        expired
          ? 'has run out'
          : expiresAt === undefined
            ? ''
            : new Date(expiresAt).toISOString().slice(0, 10),
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['NAME', 'ROLE', 'PROJECTS', 'MADE', 'UNTIL'], width })
    })
  },
})
