import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'outcome merge',
  summary: "Record that a run's work was merged, or taken back.",
  description:
    'Truth that comes late: it grades the patterns that the run used. A revert takes back what the merge had given.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run.' },
    reverted: { kind: 'switch', summary: 'The work was taken back.' },
    reference: { kind: 'text', value: 'TEXT', summary: 'The pull request or commit.' },
    reason: { kind: 'text', value: 'TEXT', summary: 'Why it was taken back.' },
  },
  examples: [
    'mettle outcome merge --run run-42 --reference "#57"',
    'mettle outcome merge --run run-42 --reverted --reason "broke the login"',
  ],
  run: async (context, { run, reverted, reference, reason }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordMerge({ run, kept: !reverted, reference, reason })
    context.show(recorded, () => {
      const what = reverted ? 'taken back' : 'merged'
      const head = recorded.duplicate
        ? `It was recorded before that ${run} was ${what}.`
        : `Recorded that ${run} was ${what}.`
      return [
        head,
        `It grades ${quantity(recorded.graded.length, 'pattern')}.`,
        ...recorded.graded.map(({ pattern, tier }) => `  ${pattern}  ${tier}`),
      ].join('\n')
    })
  },
})
