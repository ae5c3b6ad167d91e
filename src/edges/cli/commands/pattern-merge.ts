import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'

export const command = defineCommand({
  name: 'pattern merge',
  summary: 'Say that two patterns are one.',
  description: `The first is no longer shown, and whoever repeats its wording is heard as repeating the second. No evidence is moved: it would count
    twice. What the first had is told beside the second.`,
  arguments: [
    { name: 'id', required: true, summary: 'The pattern that goes.' },
    { name: 'into', required: true, summary: 'The pattern that stays.' },
  ],
  options: {
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why; it is kept and shown.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who decides; else the user of this machine.' },
  },
  examples: ['mettle pattern merge p-533312e658e7c888 p-4254f02efa558f50 --reason "the same lesson"'],
  needs: { person: 'always' },
  run: async (context, { id, into, reason, by }) => {
    const mettle = await context.openMettle()
    const merged = await mettle.mergePatterns({ pattern: id, into, reason, by: decider(by) })
    context.show(merged, () =>
      [
        merged.changed
          ? `Merged ${merged.pattern} into ${merged.into}.`
          : `${merged.pattern} was merged into ${merged.into} before.`,
        ...merged.warnings.map((warning) => `  note: ${warning}`),
        ...(merged.event === undefined ? [] : [`  back: mettle undo ${merged.event} --reason "…"`]),
      ].join('\n'),
    )
  },
})
