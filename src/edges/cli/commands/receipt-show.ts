import type { ReceiptDetail } from '../../../loop/runs/list-runs.ts'
import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'receipt show',
  summary: 'Show what one injection put in front of a run, what it left out, and what was withheld.',
  arguments: [{ name: 'receipt', required: true, summary: 'Its id; mettle run show RUN lists them.' }],
  examples: [
    'mettle receipt show 01KA3W9Z8C3QGQ7M6JX0Y3T5EV',
    'mettle receipt show 01KA3W9Z8C3QGQ7M6JX0Y3T5EV --json',
  ],
  run: async (context, { receipt: id }) => {
    const mettle = await context.openMettle()
    const receipt = await mettle.receipt(id)
    const { items, displaced, displacedTotal, withheld } = receipt
    const { colour } = context
    const width = context.isTerminal ? context.width : undefined
    const lines = (entries: readonly Entry[], isTold = true) =>
      entriesText(receipt, { entries, isTold, width })
    context.show(receipt, () =>
      [
        `${receipt.surface} for ${receipt.agent ?? receipt.role ?? receipt.tool ?? 'the session'}, ${relativeTime(receipt.at, context.now())}${receipt.run === undefined ? '' : `, run ${receipt.run}`}`,
        `${receipt.usedTokens} of ${receipt.budgetTokens} tokens used`,
        '',
        colour.bold('Shown'),
        lines(items, false),
        '',
        `${colour.bold('Left out')}${displacedTotal > displaced.length ? `  the best ${displaced.length} of ${displacedTotal}` : ''}`,
        lines(displaced),
        '',
        colour.bold('Withheld at random'),
        lines(withheld),
        '',
        `mettle receipt why ${receipt.receipt} tells by which parts.`,
      ].join('\n'),
    )
  },
})

type Entry = Pick<ReceiptDetail['items'][number], 'pattern'>

interface Listed {
  readonly entries: readonly Entry[]
  /** With the reason of each. */
  readonly isTold: boolean
  readonly width: number | undefined
}

function entriesText(
  { texts, fates, worths, profile }: ReceiptDetail,
  { entries, isTold, width }: Listed,
): string {
  if (entries.length === 0) return '  None.'
  const rows = entries.map(({ pattern }) => [
    worths[pattern]!.toFixed(profile === 'bayes' ? 3 : 2),
    pattern,
    ...(isTold ? [fates[pattern] ?? ''] : []),
    texts[pattern] ?? '',
  ])
  return table(rows, { indent: 2, right: [0], width, isLastProse: true }).trimEnd()
}
