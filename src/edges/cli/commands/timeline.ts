import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'timeline',
  summary: 'Tell what happened, fact by fact, newest first.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'Only what happened in this run.' },
    about: { kind: 'text', value: 'THING', summary: 'Only facts about it: pattern/ID or adapter/NAME.' },
    before: {
      kind: 'number',
      least: 1,
      whole: true,
      summary: 'Only facts before this position, for the next page.',
    },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 30, summary: 'How many at most.' },
  },
  examples: [
    'mettle timeline',
    'mettle timeline --run run-7',
    'mettle timeline --about adapter/github --json',
  ],
  run: async (context, { run, about, before, limit }) => {
    const mettle = await context.openMettle()
    const facts = await mettle.timeline({ limit, run, subject: about, before })
    const now = context.now()
    context.show({ facts }, () => {
      if (facts.length === 0) return 'Nothing fits.'
      const rows = facts.map((fact) => [
        String(fact.position),
        relativeTime(fact.at, now),
        fact.run ?? '',
        fact.words,
      ])
      const head = ['#', 'WHEN', 'RUN', 'WHAT']
      return table(rows, { head, right: [0], width: context.isTerminal ? context.width : undefined })
    })
  },
})
