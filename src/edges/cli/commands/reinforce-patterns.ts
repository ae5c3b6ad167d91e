import { defineCommand } from '../command.ts'
import { gradeText, handOptions } from '../graded-text.ts'
import { decider } from '../input/decider.ts'
import { listed } from '../input/split-list.ts'

export const command = defineCommand({
  name: 'reinforce-patterns',
  summary: 'Say that evidence held some patterns up.',
  description: `Gives each a success and a reinforcement, as a PASS on evidence does for what was applied. Reasoning alone (level 3) reinforces nothing. A run
    reinforces a pattern once; without a run, every call counts. All of the patterns are reinforced, or none.`,
  options: {
    ids: {
      kind: 'list',
      value: 'A,B',
      required: true,
      summary: 'The patterns, as query-patterns prints them.',
    },
    role: { kind: 'text', value: 'ROLE', summary: 'In whose name; it is kept in the reason.' },
    evidenceLevel: {
      kind: 'number',
      least: 1,
      most: 3,
      whole: true,
      default: 2,
      summary: '1 is the output of a run, 2 a place in the change, 3 reasoning.',
    },
    ...handOptions,
  },
  examples: [
    'mettle reinforce-patterns --role judge --ids p-4254f02efa558f50,p-d86bc974dde41587 --run run-42',
  ],
  run: async (context, { ids, role, evidenceLevel, run, by, reason }) => {
    const mettle = await context.openMettle()
    const why = reason ?? 'held up by hand'
    const graded = await mettle.reinforcePatterns({
      patterns: listed(ids),
      evidenceLevel: evidenceLevel as 1 | 2 | 3,
      by: decider(by),
      reason: role === undefined ? why : `${why} (${role})`,
      run,
    })
    context.show({ patterns: graded }, () => graded.map((one) => gradeText('Reinforced', one)).join('\n'))
  },
})
