import { RUN_STATES } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'run list',
  summary: 'List runs with how they ended and how far patterns got in them.',
  options: {
    result: {
      kind: 'text',
      oneOf: RUN_STATES,
      summary: 'Only those that ended so; open: nothing told yet.',
    },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle run list', 'mettle run list --result failure --json'],
  run: async (context, { result, limit }) => {
    const mettle = await context.openMettle()
    const runs = await mettle.runs({ limit, result })
    const now = context.now()
    context.show({ runs }, () => {
      if (runs.length === 0) return 'No run fits.'
      const rows = runs.map((run) => [
        relativeTime(run.lastAt, now),
        run.id,
        run.result,
        run.observedBy ?? '',
        String(run.shown),
        String(run.applied),
        String(run.errors),
      ])
      const head = ['WHEN', 'RUN', 'ENDED', 'SEEN BY', 'SHOWN', 'APPLIED', 'ERRORS']
      return table(rows, { head, right: [4, 5, 6], width: context.isTerminal ? context.width : undefined })
    })
  },
})
