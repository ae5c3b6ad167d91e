import { STRATEGY_STATES } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { percent } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'strategy list',
  summary: 'List the ways in which work was cut up, with what became of them.',
  options: {
    state: {
      kind: 'text',
      oneOf: STRATEGY_STATES,
      summary: 'Only those that work, that are to be avoided, or of which neither is known.',
    },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle strategy list', 'mettle strategy list --state avoid --json'],
  run: async (context, { state, limit }) => {
    const mettle = await context.openMettle()
    const strategies = await mettle.strategies({ limit, state })
    const now = context.now()
    context.show({ strategies }, () => {
      if (strategies.length === 0)
        return 'No strategy fits.\nmettle plan record and mettle outcome record --strategy tell of them.'
      const rows = strategies.map(({ strategy, standing, successes, failures, seen }) => [
        strategy,
        standing.state,
        String(successes),
        String(failures),
        percent(standing.successRate),
        relativeTime(seen.at, now),
      ])
      const head = ['STRATEGY', 'STATE', 'SUCCEEDED', 'FAILED', 'RATE', 'LAST TRIED']
      const width = context.isTerminal ? { width: context.width } : {}
      return table(rows, { head, right: [2, 3, 4], ...width }).trimEnd()
    })
  },
})
