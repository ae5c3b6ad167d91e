import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'

export const command = defineCommand({
  name: 'policy accept',
  summary: 'Accept the policy file as it stands, also where it asks for less.',
  description: `A changed mettle.policy.json is active at the very next step where it is stricter. Where it asks for less than what a person last accepted, or than the defaults, the gate
    goes on answering by the stricter of both until a person accepts it. After a journal was restored, deleted or replaced, it also accepts what the present one says of adapters.`,
  options: { by: { kind: 'text', value: 'NAME', summary: 'Who accepts it; else the user of this machine.' } },
  examples: ['mettle policy accept', 'mettle policy accept --by ada'],
  needs: { person: 'always' },
  run: async (context, { by }) => {
    const mettle = await context.openMettle()
    const looser = await mettle.acceptPolicy(decider(by))
    context.show({ accepted: true, looser }, () =>
      looser.length === 0
        ? 'Accepted. It asks for no less than before.'
        : ['Accepted. It now asks for less in:', ...looser.map((field) => `  ${field}`)].join('\n'),
    )
  },
})
