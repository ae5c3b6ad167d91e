import type { Pulled, PulledPattern } from '../../../loop/exchange/pull.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { quantity } from '../output/quantity.ts'
import { refusedText } from '../output/refused-text.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'pull',
  summary: 'Take the patterns that others gave to the organisation.',
  description: `What this journal pushed stays out; what another clone of this project pushed comes in. A pattern that is known here only gains a note of who
    else knows it, with their counts, which are told and enter no score. What is new waits until it is seen here on another day,
    unless its project is one of share.trusted. What is damaged, forged or unsafe is refused and listed.`,
  options: {
    dryRun: { kind: 'switch', summary: 'Show what would come, and change nothing.' },
  },
  examples: ['mettle pull --dry-run', 'mettle pull', 'mettle pull --set share.trusted=web,api --json'],
  run: async (context, { dryRun }) => {
    const mettle = await context.openMettle()
    const progress = context.progress('Pulling')
    const pulled = await mettle.pull({ dryRun, onProgress: (done, total) => progress.at(done, total) })
    progress.end()
    context.show(pulled, () => pulledText(pulled, context))
  },
})

const SHOWN = 20
const SAID = { new: 'new', noted: 'known here', renewed: 'newer counts' } as const

export function pulledText(result: Pulled, context: CommandContext): string {
  const { location, dryRun, pulled, unchanged, own, refused } = result
  const verb = dryRun ? 'Would take' : 'Took'
  const rows = pulled
    .slice(0, SHOWN)
    .map(({ pattern, project, status, text }) => [pattern, project, SAID[status], text])
  const waiting = pulled.filter(({ status, trust }) => status === 'new' && trust === 'quarantined').length
  const width = context.isTerminal ? context.width : undefined
  const head = ['ID', 'FROM', '', 'TEXT']
  return [
    pulled.length === 0
      ? `Nothing new in ${location}.`
      : `${verb} ${quantity(pulled.length, 'pattern')} from ${location}.`,
    ...(rows.length === 0 ? [] : [table(rows, { head, width }).trimEnd()]),
    ...(pulled.length > SHOWN ? [`and ${quantity(pulled.length - SHOWN, 'more')}; --json has them`] : []),
    ...(waiting === 0
      ? []
      : [
          `${quantity(waiting, 'pattern')} ${waiting === 1 ? 'waits' : 'wait'} until seen here on another day.`,
        ]),
    ...pulled.flatMap(contradiction),
    ...(unchanged === 0
      ? []
      : [`${quantity(unchanged, 'pattern')} known as ${unchanged === 1 ? 'it is' : 'they are'}.`]),
    ...(own === 0 ? [] : [`${quantity(own, 'pattern')} pushed from here.`]),
    ...refusedText(refused, width),
  ].join('\n')
}

function contradiction({ pattern, contradicts }: PulledPattern): string[] {
  return contradicts === undefined ? [] : [`${pattern} contradicts what held more often: ${contradicts}`]
}
