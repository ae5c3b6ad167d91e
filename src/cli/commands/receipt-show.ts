import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'receipt show',
  summary: 'Show what one injection put in front of a run, what found no room, and what was withheld.',
  arguments: [{ name: 'receipt', required: true, summary: 'Its id; mettle run show RUN lists them.' }],
  examples: [
    'mettle receipt show 01KA3W9Z8C3QGQ7M6JX0Y3T5EV',
    'mettle receipt show 01KA3W9Z8C3QGQ7M6JX0Y3T5EV --json',
  ],
  run: async (context, { receipt: id }) => {
    const mettle = await context.openMettle()
    const receipt = await mettle.receipt(id)
    const { items, displaced, displacedTotal, withheld, texts } = receipt
    const { colour } = context
    const width = context.isTerminal ? context.width : undefined
    const lines = (entries: readonly { pattern: string; score: number; reason?: string }[]) =>
      entries.length === 0
        ? '  None.'
        : table(
            entries.map(({ pattern, score, reason = '' }) => [
              score.toFixed(2),
              reason,
              pattern,
              texts[pattern] ?? '',
            ]),
            { indent: 2, right: [0], width },
          ).trimEnd()
    context.show(receipt, () =>
      [
        `${receipt.surface} for ${receipt.agent ?? receipt.role ?? receipt.tool ?? 'the session'}, ${relativeTime(receipt.at, context.now())}${receipt.run === undefined ? '' : `, run ${receipt.run}`}`,
        `${receipt.usedTokens} of ${receipt.budgetTokens} tokens used`,
        '',
        colour.bold('Shown'),
        lines(items),
        '',
        `${colour.bold('No room')}${displacedTotal > displaced.length ? `  the best ${displaced.length} of ${displacedTotal}` : ''}`,
        lines(displaced),
        '',
        colour.bold('Withheld at random'),
        lines(withheld),
      ].join('\n'),
    )
  },
})
