import { defineCommand } from '../command.ts'
import { listed } from '../input/split-list.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'query-patterns',
  summary: 'Print the patterns that a role may be shown, as they score now.',
  description:
    'Those of the role, those for everyone, and rules or reinforced patterns of other roles. Labels and phase of the work lift what was learned in such work. It leaves no receipt; inject does.',
  options: {
    role: { kind: 'text', value: 'ROLE', required: true, summary: 'The role that asks.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 10, summary: 'How many at most.' },
    labels: { kind: 'list', value: 'A,B', summary: 'Labels of the work.' },
    phase: { kind: 'text', value: 'NAME', summary: 'The phase of the work.' },
    files: { kind: 'list', value: 'A,B', summary: 'Files of the work.' },
  },
  examples: ['mettle query-patterns --role judge --limit 5 --labels auth,api --phase review'],
  run: async (context, { role, limit, labels, phase, files }) => {
    const mettle = await context.openMettle()
    const found = await mettle.queryPatterns({
      role,
      limit,
      labels: labels.length === 0 ? undefined : listed(labels),
      files: files.length === 0 ? undefined : listed(files),
      phase,
    })
    context.show({ patterns: found }, () => {
      if (found.length === 0) return `No pattern is there for ${role}.`
      const rows = found.map(({ pattern, standing }) => [
        pattern.id,
        standing.score.toFixed(2),
        pattern.role,
        pattern.text,
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['ID', 'SCORE', 'ROLE', 'TEXT'], right: [1], width }).trimEnd()
    })
  },
})
