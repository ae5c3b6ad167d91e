import type { Suggestion } from '../../../loop/governance/suggest-promotions.ts'
import type { UpliftReport } from '../../../loop/reports/uplift.ts'
import { signed, span } from '../../../report/standing-words.ts'
import { hanging, type Palette } from './display-width.ts'
import { grouped, percent, quantity } from './numbers-text.ts'
import { table } from './table.ts'

type Uplift = UpliftReport['line']

/** An id, three figures, what is known so far, and the beginning of a text. */
const ROOM_FOR_ROWS = 150
/** The longest wording of what is known so far. */
const PROSE = { isLastProse: true, leastProse: 48 }
const HEAD = ['', 'SHOWN', 'WITHHELD', 'DIFFERENCE', 'SO FAR']

/** The effect of showing patterns, as a person reads it. */
export function upliftText(report: UpliftReport, colour: Palette, width?: number): string {
  const { holdout, line, whole, contexts, patterns, measured, suggestions } = report
  const some = patterns.length < measured ? `, ${patterns.length} of ${grouped(measured)}; --limit shows more` : ''
  const rows = [
    rowOf('adding one pattern', line),
    ...(whole === undefined ? [] : [rowOf('all lines', whole)]),
    ...(contexts.length < 2 ? [] : contexts.map((one) => rowOf(`  ${one.context}`, one))),
  ]
  return [
    colour.bold(`Effect of showing patterns, measured in ${quantity(line.runs, 'run')}`),
    `  ${hanging(withheldLine(holdout), 2, width)}`,
    ...(line.runs + (whole?.runs ?? 0) > 0 || !isOn(holdout) ? [] : [`  ${hanging(NOTHING_YET, 2, width)}`]),
    '',
    table(rows, { head: HEAD, indent: 2, width, ...PROSE }).trimEnd(),
    ...(patterns.length === 0 ? [] : ['', colour.bold(`By pattern${some}`), patternTable(patterns, width)]),
    ...suggestionLines(suggestions, colour, width),
  ].join('\n')
}

/** If a row does not fit, what is known so far goes below it uncut, because that is what people read the report for. */
function patternTable(patterns: UpliftReport['patterns'], width: number | undefined): string {
  const isNarrow = width !== undefined && width < ROOM_FOR_ROWS
  const rows = patterns.map((one) => {
    const row = rowOf(one.pattern, one)
    return isNarrow ? [...row.slice(0, -1), `${row.at(-1)}: ${one.text}`] : [...row, one.text]
  })
  const head = isNarrow ? HEAD : [...HEAD, 'TEXT']
  return table(rows, { head, indent: 2, width, ...(isNarrow ? PROSE : {}) }).trimEnd()
}

const NOTHING_YET = 'None yet. A run counts if it began with this on, had a pattern to show, and has a known result.'

function isOn({ share, runShare }: UpliftReport['holdout']): boolean {
  return share > 0 || runShare > 0
}

function withheldLine(holdout: UpliftReport['holdout']): string {
  const { share, runShare, afterRuns } = holdout
  if (!isOn(holdout))
    return 'Nothing is withheld, so nothing is measured: "holdout.share": 0.1 in ~/.config/mettle/config.json'
  const lines = share === 0 ? [] : [`each pattern is withheld from ${percent(share)} of runs`]
  const runs = runShare === 0 ? [] : [`${percent(runShare)} of runs go without any`]
  return `After the first ${quantity(afterRuns, 'run')} ${[...lines, ...runs].join(', and ')}, at random.`
}

function rowOf(name: string, uplift: Uplift): string[] {
  const { shown, withheld, estimate, low, high, verdict, words } = uplift
  const isKnown = estimate !== undefined && verdict !== 'unknown'
  const difference = isKnown ? `${signed(estimate)} (${span(low, high)})` : '–'
  return [name, tallied(shown), tallied(withheld), difference, words.split(' (')[0]!]
}

function tallied({ lines, successes }: Uplift['shown']): string {
  return lines === 0 ? '–' : `${percent(successes / lines)} of ${grouped(lines)}`
}

function suggestionLines(suggestions: readonly Suggestion[], colour: Palette, width: number | undefined): string[] {
  if (suggestions.length === 0) return []
  return [
    '',
    colour.bold('For a person to decide'),
    ...suggestions.flatMap(({ action, text, eValue, command }) => [
      `  ${hanging(`${action} "${text}"`, 4, width)}`,
      `    ${hanging(`e-value ${eValue >= 1_000 ? 'over 1,000' : eValue.toFixed(1)} from the random comparison`, 4, width)}`,
      `    ${command}`,
    ]),
  ]
}
