import type { CriterionView } from '../../../loop/governance/criteria.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../input/usage.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'criterion list',
  summary: 'List the criteria, with what each still counts.',
  description: `The weight is the helpful share of the feedback, each part as much as is left of it. Without feedback it is unknown, and counts in full. With
    --score the raw scores of some work are weighed by it.`,
  options: {
    score: {
      kind: 'list',
      value: 'NAME=SCORE',
      summary: 'A raw score from 0 to 1; may be given many times.',
    },
  },
  examples: ['mettle criterion list', 'mettle criterion list --score type_safe=0.8 --score readable=0.5'],
  run: async (context, { score }) => {
    const mettle = await context.openMettle()
    const criteria = await mettle.criteria({ scores: Object.fromEntries(score.map(parseScore)) })
    const now = context.now()
    const isScored = score.length > 0
    context.show({ criteria }, () =>
      table(
        criteria.map((view) => [
          view.criterion,
          weightText(view),
          String(view.helpful),
          String(view.harmful),
          view.lastValidated === undefined ? 'never' : relativeTime(view.lastValidated, now),
          ...(isScored ? scoreCells(view) : []),
        ]),
        {
          head: [
            'CRITERION',
            'WEIGHT',
            'HELPFUL',
            'HARMFUL',
            'VALIDATED',
            ...(isScored ? ['RAW', 'WEIGHTED'] : []),
          ],
          right: [1, 2, 3, 5, 6],
          width: context.isTerminal ? context.width : undefined,
        },
      ).trimEnd(),
    )
  },
})

function weightText({ weight, known, deprecated }: CriterionView): string {
  if (!known) return 'unknown'
  return deprecated ? '0, deprecated' : weight.toFixed(2)
}

function scoreCells({ score }: CriterionView): string[] {
  return score === undefined ? ['', ''] : [score.raw.toFixed(2), score.weighted.toFixed(2)]
}

function parseScore(text: string): [string, number] {
  const at = text.lastIndexOf('=')
  const value = text.slice(at + 1).trim()
  if (at < 1 || value === '' || Number.isNaN(Number(value)))
    throw usageError(`--score '${text}' is not a name and a number.`, 'Write it as type_safe=0.8.')
  return [text.slice(0, at).trim(), Number(value)]
}
