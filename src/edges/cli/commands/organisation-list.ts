import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'
import { refusedText } from '../output/refused-text.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'organisation list',
  summary: 'List what the organisation holds, and from whom.',
  options: {
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: ['mettle organisation list', 'mettle organisation list --json'],
  run: async (context, { limit }) => {
    const mettle = await context.openMettle()
    const view = await mettle.organisation()
    const { location, patterns, sources, refused } = view
    const now = context.now()
    const width = context.isTerminal ? context.width : undefined
    context.show(view, () => {
      if (patterns.length + refused.length === 0)
        return `Nobody has given anything to ${location} yet.\nmettle push begins.`
      const from = sources.map(({ project, journal, own, patterns: count, lastPushedAt }) => [
        project,
        journal.slice(0, 8),
        quantity(count, 'pattern'),
        relativeTime(lastPushedAt, now),
        own ? 'this journal' : '',
      ])
      const rows = patterns
        .slice(0, limit)
        .map(({ project, evidence, text }) => [
          project,
          String(evidence.sightings),
          String(evidence.successes),
          text,
        ])
      const rest = patterns.length - rows.length
      return [
        `${location} holds ${quantity(patterns.length, 'pattern')} from ${quantity(sources.length, 'journal')}.`,
        table(from, { head: ['PROJECT', 'JOURNAL', '', 'LAST PUSH', ''], width }).trimEnd(),
        '',
        table(rows, { head: ['FROM', 'SEEN', 'SUCCESSES', 'TEXT'], right: [1, 2], width }).trimEnd(),
        ...(rest > 0 ? [`and ${quantity(rest, 'more pattern')}; --limit ${patterns.length} shows all`] : []),
        ...refusedText(refused, width),
      ].join('\n')
    })
  },
})
