import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'

export const command = defineCommand({
  name: 'policy annotate',
  summary: 'Leave a note on an adapter that policy and reports show.',
  arguments: [
    { name: 'adapter', required: true, summary: 'The adapter.' },
    { name: 'text', required: true, summary: 'The note.' },
  ],
  options: { by: { kind: 'text', value: 'NAME', summary: 'Who says so; else the user of this machine.' } },
  examples: ['mettle policy annotate github "Runs once a month: three failures are a year."'],
  run: async (context, { adapter, text, by }) => {
    const mettle = await context.openMettle()
    const view = await mettle.annotateAdapter({ adapter, text, by: decider(by) })
    context.show(view, () => `Noted on ${view.adapter}: ${text}`)
  },
})
