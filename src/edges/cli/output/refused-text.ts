import type { Refused } from '../../../loop/exchange/pull.ts'
import { quantity } from './quantity.ts'
import { table } from './table.ts'

const SHOWN = 20

/** What was refused in a shared place and why, for whoever can mend it. */
export function refusedText(refused: readonly Refused[], width: number | undefined): string[] {
  if (refused.length === 0) return []
  const rows = refused.slice(0, SHOWN).map(({ at, project = '', reason }) => [at, project, reason])
  return [
    `Refused ${quantity(refused.length, 'pattern')}:`,
    table(rows, { indent: 2, width }).trimEnd(),
    ...(refused.length > SHOWN ? [`  and ${quantity(refused.length - SHOWN, 'more')}; --json has them`] : []),
  ]
}
