import { defineCommand } from '../command.ts'
import { decider } from '../who.ts'

export const command = defineCommand({
  name: 'forget',
  summary: 'Erase the content of one recorded fact for good.',
  description: `For a secret that got through, or a person's request. The content is gone from the journal and from everything that was folded from
    it; that there was a fact, who erased it and why stays on record. It cannot be undone.`,
  options: {
    event: {
      kind: 'text',
      value: 'ID',
      required: true,
      summary: 'The event; pattern why --json names them.',
    },
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who; else the user of this machine.' },
  },
  examples: ['mettle forget --event 01KDVDNJS84CMPBAGXH7J72KCY --reason "a customer name got in"'],
  run: async (context, { event, reason, by }) => {
    const mettle = await context.openMettle()
    await mettle.erase({ event, reason, by: decider(by) })
    context.show({ erased: event }, () => `Erased the content of ${event}.`)
  },
})
