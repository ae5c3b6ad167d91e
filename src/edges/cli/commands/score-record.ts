import { defineCommand } from '../command.ts'
import { percent } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'score record',
  summary: 'Record a score, and learn from it when it fell.',
  description: `For what is measured again and again, such as an evaluation. A score that falls short of the mean of the last five by 15 % or more becomes a
    learning, which \`mettle learn\` makes a pattern of. With --run or --id the same score told twice is one.`,
  options: {
    name: { kind: 'text', value: 'NAME', required: true, summary: 'What was measured.' },
    value: { kind: 'number', least: 0, most: 1, required: true, summary: 'The score, from 0 to 1.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run; it scores a thing once.' },
    id: { kind: 'text', value: 'ID', summary: 'An id of your own, for what may be told twice.' },
    details: { kind: 'text', value: 'TEXT', summary: 'What was seen.' },
  },
  examples: [
    'mettle score record --name login-eval --value 0.82',
    'mettle score record --name login-eval --value 0.6 --run run-9',
    'mettle score record --name login-eval --value 0.6 --id nightly-2026-01-05',
  ],
  run: async (context, { name, value, run, id, details }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordScore({ name, value, run, id, details })
    context.show(recorded, () => {
      if (recorded.duplicate) return `The score of ${name} in ${id ?? run} was recorded before.`
      const { mean, drop, learning } = recorded
      if (mean === undefined || drop === undefined) return `Recorded ${name}: ${value}.`
      const compared = drop === 0 ? 'at' : drop > 0 ? `${percent(drop)} below` : `${percent(-drop)} above`
      return [
        `Recorded ${name}: ${value}, ${compared} the mean of ${mean.toFixed(2)}.`,
        ...(learning === undefined
          ? []
          : [`It fell, and became learning ${learning}.`, 'mettle learn makes a pattern of it.']),
      ].join('\n')
    })
  },
})
