import { defineCommand } from '../command.ts'
import { gradeText, handOptions } from '../graded-text.ts'
import { decider } from '../input/decider.ts'

export const command = defineCommand({
  name: 'increment-ignore',
  summary: 'Say that a pattern was a false positive.',
  description: `Costs it the weight of its own role, as a validator's verdict does. It is named by its words: exactly, or nearly so. A run penalises a
    pattern once; without a run, every call counts.`,
  options: {
    role: { kind: 'text', value: 'ROLE', required: true, summary: 'Whose pattern it is.' },
    text: { kind: 'text', value: 'TEXT', required: true, summary: 'What the pattern says.' },
    ...handOptions,
  },
  examples: [
    'mettle increment-ignore --role judge --text "Retries hide timeouts because the client swallows the error" --run run-42',
  ],
  run: async (context, { role, text, run, by, reason }) => {
    const mettle = await context.openMettle()
    const graded = await mettle.penalisePattern({
      pattern: { role, text },
      by: decider(by),
      reason: reason ?? 'called a false positive by hand',
      run,
    })
    context.show(graded, () => gradeText('Penalised', graded))
  },
})
