import type { Became } from '../../../domain/values/outcome.ts'
import type { Refused } from '../../../loop/exchange/pull.ts'
import type { CitationChecked } from '../../../loop/patterns/cited-lines.ts'
import { quantity } from './numbers-text.ts'
import { table } from './table.ts'

const WORDS: Readonly<Record<Became, string>> = { kept: 'kept', reworked: 'reworked', reverted: 'reverted' }

/** What became of the work, in a word or two; empty until known. */
export function becameText(became: Became | undefined): string {
  return became === undefined ? '' : WORDS[became]
}

const SHOWN = 20

/** What was refused in a shared place and why, for the person who can fix it. */
export function refusedText(refused: readonly Refused[], width: number | undefined): string[] {
  if (refused.length === 0) return []
  const rows = refused.slice(0, SHOWN).map(({ at, project = '', reason }) => [at, project, reason])
  return [
    `Refused ${quantity(refused.length, 'pattern')}:`,
    table(rows, { indent: 2, width }).trimEnd(),
    ...(refused.length > SHOWN ? [`  and ${quantity(refused.length - SHOWN, 'more')}; --json has them`] : []),
  ]
}

/** `p-1234  src/a.ts:42 has changed  Check the token first` */
export function citationLine({ pattern, text, file, line, found, run }: CitationChecked): string {
  const what = run !== undefined ? `was changed by ${run}, which used it` : found ? 'is there again' : 'has changed'
  return `${pattern}  ${file}:${line} ${what}  ${text}`
}
