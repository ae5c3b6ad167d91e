import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'approval list',
  summary: 'List what the gate asked, the latest first.',
  options: {
    state: {
      kind: 'text',
      oneOf: ['open', 'allowed', 'refused', 'all'],
      default: 'open',
      summary: 'Only those that wait, were allowed or were refused.',
    },
    limit: {
      kind: 'number',
      short: 'n',
      least: 1,
      most: 1_000,
      whole: true,
      default: 50,
      summary: 'How many at most.',
    },
  },
  examples: ['mettle approval list', 'mettle approval list --state all'],
  run: async (context, { state, limit }) => {
    const mettle = await context.openMettle()
    const found = await mettle.approvals({ limit, states: state === 'all' ? undefined : [state] })
    const now = context.now()
    context.show(found, () => {
      if (found.length === 0)
        return state === 'open' ? 'Nothing waits for an answer.' : 'The gate asked nothing of that kind.'
      const rows = found.map((item) => [
        item.approval,
        relativeTime(item.askedAt, now),
        item.state,
        item.adapters.join(', '),
        item.risk,
        item.action,
        item.answer === undefined
          ? item.reasons.join('; ')
          : `${item.answer.by}: ${item.answer.reason ?? ''}`,
      ])
      return table(rows, {
        head: ['ID', 'ASKED', 'STATE', 'ADAPTER', 'RISK', 'STEP', 'WHY'],
        width: context.isTerminal ? context.width : undefined,
      })
    })
  },
})
