import type { Bar } from './bars.ts'
import type { Estimate } from './interval.ts'
import type { Row, VariantReport } from './report.ts'
import type { Share } from './score.ts'

interface Column {
  readonly head: string
  readonly cell: (row: Row) => string
}

const COLUMNS: readonly Column[] = [
  { head: 'success', cell: ({ success }) => success.toFixed(1) },
  { head: 'uplift', cell: ({ uplift }) => interval(uplift) },
  { head: 'regret', cell: ({ regret }) => regret?.mean.toFixed(1) ?? '' },
  { head: 'lines', cell: ({ lines }) => lines.toFixed(1) },
  { head: 'precise', cell: ({ precision }) => percent(precision) },
  { head: 'hurt', cell: ({ hurt }) => percent(hurt) },
  { head: 're-raised', cell: ({ reRaised }) => reRaised.toFixed(0) },
  { head: 'poison', cell: ({ poison }) => poison.toFixed(1) },
  { head: 'trust', cell: ({ trust }) => trust?.toFixed(1) ?? '' },
  { head: 'forget', cell: ({ forget }) => forget?.toFixed(1) ?? '' },
  { head: 'ece', cell: ({ calibration }) => calibration?.toFixed(3) ?? '' },
  { head: 'each', cell: ({ judged }) => judged?.error.toFixed(3) ?? '' },
  { head: 'by chance', cell: ({ judged }) => judged?.byChance?.toFixed(3) ?? '' },
  { head: 'proven', cell: ({ judged }) => shareText(judged?.proven) },
  { head: 'warned', cell: ({ judged }) => shareText(judged?.warnings) },
  { head: 'no effect', cell: ({ judged }) => shareText(judged?.noEffect) },
  { head: 'found', cell: ({ judged }) => shareText(judged?.helpful) },
]

const NAME_WIDTH = 18

/** A variant as lines of text: one policy a line. */
export function tableOf({ variant, rows, bestSource, over }: VariantReport): string[] {
  const cells = rows.map((row) => COLUMNS.map(({ cell }) => cell(row)))
  const widths = COLUMNS.map(({ head }, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)))
  const line = (name: string, row: readonly string[]) =>
    [name.padEnd(NAME_WIDTH), ...row.map((cell, at) => cell.padStart(widths[at]!))].join('  ').trimEnd()
  return [
    '',
    `${variant}, ${Math.max(...rows.map(({ worlds }) => worlds))} worlds`,
    line(
      '',
      COLUMNS.map(({ head }) => head),
    ),
    ...rows.map(({ policy }, at) => line(policy, cells[at]!)),
    ...Object.entries(over ?? {}).map(
      ([profile, above]) => `${profile} above the best documented formula, ${bestSource}: ${interval(above)} points`,
    ),
  ]
}

export function barLines(bars: readonly Bar[]): string[] {
  return bars.map(({ bar, least, measured, met, figure = bar.includes('in %') ? 'measured' : 'lower end' }) => {
    const bound = figure === 'at most' ? figure : 'at least'
    const name = figure === 'at most' ? 'measured' : figure
    return `${met ? 'met   ' : 'MISSED'}  ${bar}: ${name} ${signed(measured)}, ${bound} ${signed(least)}`
  })
}

/** `+6.1 [5.2, 7.0]`: mean and 95 % interval. */
function interval(known: Estimate | undefined): string {
  if (known === undefined) return ''
  const { mean, low, high } = known
  return Number.isFinite(low) ? `${signed(mean)} [${low.toFixed(1)}, ${high.toFixed(1)}]` : signed(mean)
}

/** `9/10`: how many of how many. */
function shareText(share: Share | undefined): string {
  return share === undefined ? '' : `${share.of}/${share.all}`
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}`
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${(100 * share).toFixed(0)} %`
}
