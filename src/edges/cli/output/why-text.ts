import { present } from '../../../domain/sets.ts'
import { evidenceRows, statusWords } from '../../../report/standing-words.ts'
import type { WhyNamed } from '../../../report/why/why-named.ts'
import type { WhyPattern } from '../../../report/why/why-pattern.ts'
import type { CommandContext } from '../context.ts'
import { hanging } from './display-width.ts'
import { grouped, quantity, relativeTime } from './numbers-text.ts'
import { table } from './table.ts'

const SHOWN = 12
/** Indent of a continued list line. */
const BELOW = 4

/** A pattern's explanation on one screen: wrapped at words on a terminal, unwrapped in a pipe. Details are optional. */
export function whyText(why: WhyPattern, context: CommandContext, withDetails = false): string {
  const { standing, pattern } = why
  const { colour } = context
  const width = context.textWidth
  const now = context.now()
  const list = (lines: readonly string[]) => lines.map((line) => `  ${hanging(line, BELOW, width)}`)
  const rows = evidenceRows(standing)
  return [
    colour.bold(hanging(why.text, 0, width)),
    colour.dim(pattern),
    '',
    hanging(colour.bold(statusWords(standing)), 0, width),
    hanging(`${SHOWN_TEXT[standing.status] ?? 'Agents are not shown it'}: ${standing.because}.`, 0, width),
    ...(rows.length === 0
      ? []
      : ['', table(rows, { head: ['RUNS THAT', 'RUNS', 'RESULT'], right: [1], indent: 2 }).trimEnd()]),
    ...(rows.length > 1 ? ['  (a run can be in more than one row)'] : []),
    '',
    colour.bold('What would change it'),
    ...list(standing.next),
    '',
    ...list(why.notes),
    ...(withDetails
      ? details()
      : ['', colour.dim(`mettle pattern why ${pattern} --details  shows the arithmetic and every event.`)]),
  ].join('\n')

  function details(): string[] {
    const when = (at: number) => relativeTime(at, now)
    const older = why.timeline.length - SHOWN
    return present([
      '',
      colour.bold('Arithmetic'),
      ...list([why.arithmetic]),
      '',
      colour.bold('What happened, newest first'),
      table(
        why.timeline.slice(0, SHOWN).map(({ at, what, run }) => [when(at), run ?? '', what]),
        { indent: 2, width, isLastProse: true },
      ).trimEnd(),
      older > 0 && `  and ${grouped(older)} more; --json has them`,
      why.archived !== undefined && `  and ${quantity(why.archived, 'event')} in the archive; mettle forget --restore`,
      ...list(
        why.receipts
          .slice(0, 1)
          .map(({ at, run, what }) => `last ${what}, ${when(at)}${run === undefined ? '' : `, in ${run}`}`),
      ),
    ])
  }
}

const SHOWN_TEXT: { readonly [status: string]: string } = {
  new: 'Agents are shown it now and then, to learn what it does',
  helping: 'Agents are shown it',
  proven: 'Agents are shown it first',
  warning: 'Agents are shown it as a warning',
}

/** The explanation of a criterion, strategy or receipt: wrapped at words on a terminal, unwrapped in a pipe. */
export function whyNamedText(why: WhyNamed, context: CommandContext): string {
  const { colour } = context
  const width = context.textWidth
  const now = context.now()
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colour.bold(title), ...lines.map((line) => `  ${line}`)]
  const list = (lines: readonly string[]) => lines.map((line) => hanging(line, 4, width))
  const rows = why.timeline.slice(0, SHOWN).map(({ at, what, run }) => [relativeTime(at, now), run ?? '', what])
  const moments = table(rows, { width: width && width - 2, isLastProse: true })
  const older = why.timeline.length - SHOWN
  return present([
    `${colour.bold(why.name)}: ${why.state}`,
    hanging(why.arithmetic, 0, width),
    ...part('Evidence', list(why.evidence)),
    ...part('What would change it', list(why.whatWouldChangeIt)),
    ...part('What happened, newest first', moments.trimEnd().split('\n').filter(Boolean)),
    older > 0 && `  and ${grouped(older)} more; --json has them`,
    why.archived !== undefined && `  and ${quantity(why.archived, 'event')} in the archive; mettle forget --restore`,
  ]).join('\n')
}
