import type { ReceiptView } from '../../../loop/runs/list-runs.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { becameText } from '../output/became-text.ts'
import { quantity } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'run show',
  summary: 'Show what a run was shown, what came of it, and what happened in it.',
  arguments: [{ name: 'run', required: true, summary: 'Its id.' }],
  examples: ['mettle run show run-7', 'mettle run show run-7 --json'],
  run: async (context, { run: id }) => {
    const mettle = await context.openMettle()
    const run = await mettle.run(id)
    const now = context.now()
    const { colour } = context
    const width = context.isTerminal ? context.width : undefined
    context.show(run, () =>
      [
        `${colour.bold(run.id)}  ${run.result}${run.observedBy === undefined ? '' : `, seen by ${run.observedBy}`}`,
        ...(run.became === undefined ? [] : [`Its work was ${becameText(run.became)}`]),
        `Begun ${relativeTime(run.firstAt, now)}, last active ${relativeTime(run.lastAt, now)}`,
        '',
        colour.bold('Patterns'),
        run.patterns.length === 0
          ? '  None was shown.'
          : table(
              run.patterns.map(({ tier, pattern, text }) => [tier, pattern, text]),
              { indent: 2, width },
            ).trimEnd(),
        ...receiptLines(run.receiptList, context),
        '',
        colour.bold('What happened'),
        table(
          run.timeline.map(({ at, words }) => [relativeTime(at, now), words]),
          { indent: 2, width },
        ).trimEnd(),
      ].join('\n'),
    )
  },
})

const MOST_RECEIPTS = 5

/** What was put in front of it, newest first, by the ids that tell more. */
function receiptLines(receipts: readonly ReceiptView[], context: CommandContext): string[] {
  if (receipts.length === 0) return []
  const now = context.now()
  const rows = receipts
    .slice(0, MOST_RECEIPTS)
    .map(({ at, receipt, surface, items }) => [
      relativeTime(at, now),
      receipt,
      `${surface}, ${quantity(items.length, 'pattern')}`,
    ])
  const rest = receipts.length - rows.length
  return [
    '',
    context.colour.bold('Receipts'),
    table(rows, { indent: 2 }).trimEnd(),
    ...(rest > 0 ? [`  and ${rest} more; --json has them`] : []),
    `  mettle receipt why ${receipts[0]!.receipt}`,
  ]
}
