import { present } from '../../../domain/sets.ts'
import type { LoopReport, Reported, Week } from '../../../report/loop-report.ts'
import { hanging, type Palette } from './display-width.ts'
import { percent, quantity, sparkline } from './numbers-text.ts'
import { table } from './table.ts'

/** The report as a person reads it. */
export function reportText(report: LoopReport, colour: Palette, width: number | undefined): string {
  const { outcomes, weeks, strongest, notShown, relapse } = report
  const observed = outcomes.success + outcomes.partial + outcomes.failure
  return [
    ...(relapse === undefined ? [] : [colour.bold(hanging(relapse.words, 0, width)), '']),
    colour.bold('Runs'),
    table(
      present([
        [
          'ended well',
          observed === 0
            ? 'none observed yet'
            : `${outcomes.success} of ${observed} observed (${percent(share(outcomes.success, observed))})`,
        ],
        ['not observed', String(outcomes.unknown)],
        weeks.length >= 2 && [
          'by week',
          `${sparkline(
            weeks.map((week) => share(week.successes, week.observed)),
            [0, 1],
          )}  ${trend(weeks)}`,
        ],
      ]),
      { indent: 2 },
    ).trimEnd(),
    '',
    ...patternLines(report, colour),
    ...(report.asks === undefined || report.asks.times === 0
      ? []
      : [
          `Agents were asked for a lesson ${quantity(report.asks.times, 'time')}, for ${quantity(report.asks.tokens, 'token')} in all (session.ask).`,
          '',
        ]),
    ...section('Strongest', strongest, (item) => [item.status, helpsText(item), item.pattern, item.text]),
    ...section('Dismissed by validators', report.dismissed, ({ status, ignores, pattern, text }) => {
      return [status, `${ignores}x`, pattern, text]
    }),
    ...section('Not shown to agents', notShown, (item) => [
      item.status,
      item.pattern,
      item.text,
      item.because,
    ]),
  ].join('\n')

  function section<Item>(title: string, items: readonly Item[], rowOf: (item: Item) => string[]): string[] {
    if (items.length === 0) return []
    return ['', colour.bold(title), table(items.map(rowOf), { indent: 2, width }).trimEnd()]
  }
}

/** The first half of the weeks against the second: `38% in the first 4 weeks, 81% in the last 4`. */
function trend(weeks: readonly Week[]): string {
  const half = Math.floor(weeks.length / 2)
  const rate = (part: readonly Week[]) => percent(share(sum(part, 'successes'), sum(part, 'observed')))
  return `${rate(weeks.slice(0, half))} in the first ${quantity(half, 'week')}, ${rate(weeks.slice(-half))} in the last`
}

function sum(weeks: readonly Week[], key: 'successes' | 'observed'): number {
  return weeks.reduce((total, week) => total + week[key], 0)
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

/** `82% from 8 runs`: how probable it is that it helps, and on how many runs that rests. */
function helpsText({ helps, runs }: Reported): string {
  return runs === 0 ? '-' : `${percent(helps)} from ${quantity(runs, 'run')}`
}

function patternLines({ byStatus }: LoopReport, colour: Palette): string[] {
  const title = colour.bold('Patterns')
  const counts = Object.entries(byStatus).filter(([, count]) => count > 0)
  return counts.length === 0
    ? [`${title}  none yet; mettle learn makes them of what was recorded`]
    : [`${title}  ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`]
}
