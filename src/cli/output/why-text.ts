import { usageLine } from '../../report/usage-line.ts'
import type { WhyPattern } from '../../report/why-pattern.ts'
import type { Palette } from './palette.ts'
import { quantity } from './quantity.ts'
import { table } from './table.ts'

const SHOWN = 12

/** The explanation of a pattern as a person reads it. */
export function whyText(why: WhyPattern, colour: Palette, when: (at: number) => string): string {
  const { standing } = why
  const older = why.timeline.length - SHOWN
  return [
    colour.bold(why.text),
    colour.dim(why.pattern),
    '',
    `${colour.bold('Score')}      ${why.arithmetic}`,
    `${colour.bold('Lifecycle')}  ${standing.lifecycle}: ${standing.lifecycleReason}`,
    `${colour.bold('Maturity')}   ${standing.maturity}: ${standing.maturityReason}`,
    `${colour.bold('Use')}        ${usageLine(why.usage)}`,
    '',
    colour.bold('Evidence'),
    ...why.evidence.map((line) => `  ${line}`),
    '',
    colour.bold('What would change it'),
    ...why.whatWouldChangeIt.map((line) => `  ${line}`),
    '',
    colour.bold('What happened, newest first'),
    table(
      why.timeline.slice(0, SHOWN).map(({ at, what, run }) => [when(at), run ?? '', what]),
      { indent: 2 },
    ).trimEnd(),
    ...(older > 0 ? [`  and ${older} more; --json has them`] : []),
    ...(why.archived === undefined
      ? []
      : [`  and ${quantity(why.archived, 'fact')} in the archive; mettle forget --restore`]),
    ...why.receipts
      .slice(0, 1)
      .map(({ at, run, what }) => `  last ${what}, ${when(at)}${run === undefined ? '' : `, in ${run}`}`),
  ].join('\n')
}
