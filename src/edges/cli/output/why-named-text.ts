import type { WhyNamed } from '../../../report/why/why-named.ts'
import type { CommandContext } from '../context.ts'
import { hanging } from './paragraph.ts'
import { quantity } from './quantity.ts'
import { relativeTime } from './relative-time.ts'
import { table } from './table.ts'

const SHOWN = 12

/** The explanation of a criterion, a strategy or a receipt as a person reads it: in a terminal no word is broken, in a pipe no line. */
export function whyNamedText(why: WhyNamed, context: CommandContext): string {
  const { colour } = context
  const width = context.isTerminal ? context.width : undefined
  const now = context.now()
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colour.bold(title), ...lines.map((line) => `  ${line}`)]
  const list = (lines: readonly string[]) => lines.map((line) => hanging(line, 4, width))
  const rows = why.timeline
    .slice(0, SHOWN)
    .map(({ at, what, run }) => [relativeTime(at, now), run ?? '', what])
  const moments = table(rows, { width: width && width - 2, isLastProse: true })
  const older = why.timeline.length - SHOWN
  return [
    `${colour.bold(why.name)}: ${why.state}`,
    hanging(why.arithmetic, 0, width),
    ...part('Evidence', list(why.evidence)),
    ...part('What would change it', list(why.whatWouldChangeIt)),
    ...part('What happened, newest first', moments.trimEnd().split('\n').filter(Boolean)),
    ...(older > 0 ? [`  and ${older} more; --json has them`] : []),
    ...(why.archived === undefined
      ? []
      : [`  and ${quantity(why.archived, 'fact')} in the archive; mettle forget --restore`]),
  ].join('\n')
}
