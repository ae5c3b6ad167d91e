import { present } from '../../../domain/sets.ts'
import type { WhyNamed } from '../../../report/why/why-named.ts'
import type { WhyPattern } from '../../../report/why/why-pattern.ts'
import { usageLine } from '../../../report/wording.ts'
import type { CommandContext } from '../context.ts'
import { hanging } from './display-width.ts'
import { quantity, relativeTime } from './numbers-text.ts'
import { table } from './table.ts'

const SHOWN = 12
/** Where what follows a title begins, and where a line of a list goes on. */
const [BESIDE, BELOW] = [11, 4]

/** The explanation of a pattern as a person reads it: in a terminal no word is broken, in a pipe no line. */
export function whyText(why: WhyPattern, context: CommandContext): string {
  const { standing } = why
  const { colour } = context
  const width = context.textWidth
  const now = context.now()
  const when = (at: number) => relativeTime(at, now)
  const titled = (title: string, text: string) =>
    `${colour.bold(title)}${' '.repeat(BESIDE - title.length)}${hanging(text, BESIDE, width)}`
  const list = (lines: readonly string[]) => lines.map((line) => `  ${hanging(line, BELOW, width)}`)
  const older = why.timeline.length - SHOWN
  return present([
    colour.bold(hanging(why.text, 0, width)),
    colour.dim(why.pattern),
    '',
    titled('Score', why.arithmetic),
    titled('Lifecycle', `${standing.lifecycle}: ${standing.lifecycleReason}`),
    titled('Maturity', `${standing.maturity}: ${standing.maturityReason}`),
    titled('Use', usageLine(why.usage)),
    '',
    colour.bold('Evidence'),
    ...list(why.evidence),
    '',
    colour.bold('What would change it'),
    ...list(why.whatWouldChangeIt),
    '',
    colour.bold('What happened, newest first'),
    context.table(
      why.timeline.slice(0, SHOWN).map(({ at, what, run }) => [when(at), run ?? '', what]),
      { indent: 2, isLastProse: true },
    ),
    older > 0 && `  and ${older} more; --json has them`,
    why.archived !== undefined &&
      `  and ${quantity(why.archived, 'fact')} in the archive; mettle forget --restore`,
    ...list(
      why.receipts
        .slice(0, 1)
        .map(({ at, run, what }) => `last ${what}, ${when(at)}${run === undefined ? '' : `, in ${run}`}`),
    ),
  ]).join('\n')
}

/** The explanation of a criterion, a strategy or a receipt as a person reads it: in a terminal no word is broken, in a pipe no line. */
export function whyNamedText(why: WhyNamed, context: CommandContext): string {
  const { colour } = context
  const width = context.textWidth
  const now = context.now()
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colour.bold(title), ...lines.map((line) => `  ${line}`)]
  const list = (lines: readonly string[]) => lines.map((line) => hanging(line, 4, width))
  const rows = why.timeline
    .slice(0, SHOWN)
    .map(({ at, what, run }) => [relativeTime(at, now), run ?? '', what])
  const moments = table(rows, { width: width && width - 2, isLastProse: true })
  const older = why.timeline.length - SHOWN
  return present([
    `${colour.bold(why.name)}: ${why.state}`,
    hanging(why.arithmetic, 0, width),
    ...part('Evidence', list(why.evidence)),
    ...part('What would change it', list(why.whatWouldChangeIt)),
    ...part('What happened, newest first', moments.trimEnd().split('\n').filter(Boolean)),
    older > 0 && `  and ${older} more; --json has them`,
    why.archived !== undefined &&
      `  and ${quantity(why.archived, 'fact')} in the archive; mettle forget --restore`,
  ]).join('\n')
}
