import { RUN_ENDS } from '../../../domain/values/outcome.ts'
import { defineCommand } from '../command.ts'
import { becameText } from '../output/became-text.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'outcome list',
  summary: 'List recorded outcomes, or the records that were refused, newest first.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'Only those of this run.' },
    adapter: { kind: 'text', value: 'NAME', summary: 'Only those that counted for this adapter.' },
    result: {
      kind: 'text',
      oneOf: RUN_ENDS,
      summary: 'Only those that ended so.',
    },
    refused: { kind: 'switch', summary: 'The records that were refused, and why.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle outcome list --adapter github --result failure', 'mettle outcome list --refused'],
  run: async (context, { run, adapter, result, refused, limit }) => {
    const mettle = await context.openMettle()
    const now = context.now()
    if (refused) {
      const found = await mettle.refusedOutcomes({ limit })
      context.show(found, () => {
        if (found.length === 0) return 'No record was refused.'
        const text = found.map(({ at, problems, record, source }) =>
          [
            `${relativeTime(at, now)}${source === undefined ? '' : `, from ${source}`}`,
            ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`),
            `  ${context.isTerminal ? record.slice(0, context.width - 3) : record}`,
          ].join('\n'),
        )
        return text.join('\n')
      })
      return
    }
    const found = await mettle.outcomes({ limit, run, adapter, result })
    context.show(found, () => {
      if (found.length === 0) return 'No outcome fits.'
      const rows = found.map((item) => [
        relativeTime(item.at, now),
        item.task === undefined ? item.run : `${item.run} ${item.task}`,
        item.result,
        becameText(item.became),
        item.qualityScore === undefined ? '' : String(item.qualityScore),
        (item.adapters ?? []).join(', '),
        item.failureType ?? '',
      ])
      const head = ['WHEN', 'RUN', 'RESULT', 'WORK', 'QUALITY', 'ADAPTERS', 'FAILURE']
      return table(rows, { head, right: [4], width: context.isTerminal ? context.width : undefined })
    })
  },
})
