import type { WhyNamed } from '../../report/why-named.ts'
import type { Palette } from './palette.ts'
import { quantity } from './quantity.ts'
import { table } from './table.ts'

const SHOWN = 12

/** The explanation of a criterion or a strategy as a person reads it. */
export function whyNamedText(why: WhyNamed, colour: Palette, when: (at: number) => string): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colour.bold(title), ...lines.map((line) => `  ${line}`)]
  const moments = why.timeline.slice(0, SHOWN).map(({ at, what, run }) => [when(at), run ?? '', what])
  const older = why.timeline.length - SHOWN
  return [
    `${colour.bold(why.name)}: ${why.state}`,
    why.arithmetic,
    ...part('Evidence', why.evidence),
    ...part('What would change it', why.whatWouldChangeIt),
    ...part('What happened, newest first', table(moments).trimEnd().split('\n').filter(Boolean)),
    ...(older > 0 ? [`  and ${older} more; --json has them`] : []),
    ...(why.archived === undefined
      ? []
      : [`  and ${quantity(why.archived, 'fact')} in the archive; mettle forget --restore`]),
  ].join('\n')
}
