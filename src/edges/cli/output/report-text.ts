import { chance } from '../../../domain/numbers.ts'
import type { LoopReport, SharpRow } from '../../../report/loop-report.ts'
import { statusBy } from '../../../report/standing-words.ts'
import { hanging, type Palette } from './display-width.ts'
import { percent, quantity } from './numbers-text.ts'
import { table } from './table.ts'

export function reportText(report: LoopReport, colour: Palette, width: number | undefined): string {
  const { outcomes, strongest, notShown, relapse, cost, sharp = [] } = report
  const observed = outcomes.success + outcomes.partial + outcomes.failure
  return [
    ...(relapse === undefined ? [] : [colour.bold(hanging(relapse.words, 0, width))]),
    ...(cost === undefined ? [] : [hanging(cost.words, 0, width), '']),
    ...sharpLines(sharp, colour, width),
    colour.bold('Runs'),
    observed === 0
      ? '  ended well    none observed yet'
      : `  ended well    ${outcomes.success} of ${observed} observed (${percent(outcomes.success / observed)})`,
    `  not observed  ${outcomes.unknown}`,
    '',
    ...patternLines(report, colour),
    ...section('Strongest', strongest, (item) => {
      // The probability that it helps, and the number of runs behind it.
      const helps = item.runs === 0 ? '-' : `${chance(item.helps)} from ${quantity(item.runs, 'run')}`
      return [statusBy(item), helps, item.pattern, item.text]
    }),
    ...section('Dismissed by validators', report.dismissed, ({ status, ignores, pattern, text }) => {
      return [status, `${ignores}x`, pattern, text]
    }),
    ...section('Not shown to agents', notShown, (item) => [statusBy(item), item.pattern, item.text, item.because]),
  ].join('\n')

  function section<Item>(title: string, items: readonly Item[], rowOf: (item: Item) => string[]): string[] {
    if (items.length === 0) return []
    return ['', colour.bold(title), table(items.map(rowOf), { indent: 2, width }).trimEnd()]
  }
}

function patternLines({ byStatus }: LoopReport, colour: Palette): string[] {
  const title = colour.bold('Patterns')
  const counts = Object.entries(byStatus).filter(([, count]) => count > 0)
  return counts.length === 0
    ? [`${title}  none yet; they come from sessions with your agents`]
    : [`${title}  ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`]
}

/** The sharp outcomes, once sessions of both sorts show one. */
function sharpLines(rows: readonly SharpRow[], colour: Palette, width: number | undefined): string[] {
  if (!rows.some(({ difference }) => difference !== undefined)) return []
  const cells = rows.map(({ name, means, words }) => [name, ...means, words])
  const options = { head: ['PER SESSION', 'WITH', 'WITHOUT', 'DIFFERENCE'], indent: 2, width, isLastProse: true }
  return [
    colour.bold('Sessions shown every lesson that fits, and sessions with some withheld at random'),
    table(cells, options).trimEnd(),
    '',
  ]
}
