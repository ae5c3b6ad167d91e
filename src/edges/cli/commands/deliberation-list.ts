import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'deliberation list',
  summary: 'List recorded deliberations, newest first.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'Only those of this run.' },
    role: { kind: 'text', value: 'ROLE', summary: 'Only those of this role.' },
    issue: { kind: 'text', value: 'ID', summary: 'Only those about this issue.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle deliberation list --role judge'],
  run: async (context, { run, role, issue, limit }) => {
    const mettle = await context.openMettle()
    const found = await mettle.deliberations({ limit, run, role, issue })
    const now = context.now()
    context.show(found, () => {
      if (found.length === 0) return 'No deliberation fits.'
      const rows = found.map((item) => [
        relativeTime(item.at, now),
        item.role,
        item.run ?? '',
        item.phase ?? '',
        item.verdict,
        String(item.evidenceLevel),
        item.deliberation,
      ])
      return table(rows, { head: ['WHEN', 'ROLE', 'RUN', 'PHASE', 'VERDICT', 'EVIDENCE', 'ID'] })
    })
  },
})
