import type { Suggestion } from '../../loop/suggest-decisions.ts'
import type { UpliftReport } from '../../loop/uplift.ts'
import { signed, span } from '../../report/uplift-words.ts'
import type { Palette } from './palette.ts'
import { grouped, percent, quantity } from './quantity.ts'
import { table } from './table.ts'

type Uplift = UpliftReport['line']

const HEAD = ['', 'SHOWN', 'WITHHELD', 'DIFFERENCE', 'SO FAR']

/** What showing patterns changes, as a person reads it. */
export function upliftText(report: UpliftReport, colour: Palette, width?: number): string {
  const { holdout, line, whole, contexts, patterns, suggestions } = report
  const rows = [
    rowOf('one line more', line),
    ...(whole === undefined ? [] : [rowOf('all lines', whole)]),
    ...(contexts.length < 2 ? [] : contexts.map((one) => rowOf(`  ${one.context}`, one))),
  ]
  return [
    colour.bold(`What showing patterns changes, by ${quantity(line.runs, 'run')} that ended`),
    withheldLine(holdout),
    '',
    table(rows, { head: HEAD, indent: 2, width }).trimEnd(),
    ...(patterns.length === 0
      ? []
      : [
          '',
          colour.bold('By pattern'),
          table(
            patterns.map((one) => [...rowOf(one.pattern, one), one.text]),
            { head: [...HEAD, 'TEXT'], indent: 2, width },
          ).trimEnd(),
        ]),
    ...suggestionLines(suggestions, colour),
  ].join('\n')
}

function withheldLine({ share, runShare, afterRuns }: UpliftReport['holdout']): string {
  if (share === 0 && runShare === 0)
    return '  Nothing is withheld, so nothing is measured: "holdout.share": 0.1 in mettle.config.json'
  const lines = share === 0 ? [] : [`each pattern is withheld from ${percent(share)} of runs`]
  const runs = runShare === 0 ? [] : [`${percent(runShare)} of runs go without any`]
  return `  After the first ${quantity(afterRuns, 'run')} ${[...lines, ...runs].join(', and ')}, at random.`
}

function rowOf(name: string, uplift: Uplift): string[] {
  const { shown, withheld, estimate, low, high, words } = uplift
  const difference = estimate === undefined ? '–' : `${signed(estimate)} (${span(low, high)})`
  return [name, tallied(shown), tallied(withheld), difference, words.split(' (')[0]!]
}

function tallied({ lines, successes }: Uplift['shown']): string {
  return lines === 0 ? '–' : `${percent(successes / lines)} of ${grouped(lines)}`
}

function suggestionLines(suggestions: readonly Suggestion[], colour: Palette): string[] {
  if (suggestions.length === 0) return []
  return [
    '',
    colour.bold('For a person to decide'),
    ...suggestions.flatMap(({ deed, text, eValue, command }) => [
      `  ${deed} "${text}" (e-value ${eValue >= 1_000 ? 'over 1,000' : eValue.toFixed(1)})`,
      `    ${command}`,
    ]),
  ]
}
