import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { usageError } from '../input/usage.ts'

export const command = defineCommand({
  name: 'approval answer',
  summary: 'Answer a question of the gate.',
  description: `The answer holds for gate.approvalMinutes, for the very step that was asked about; answering again takes its place. Who may answer is in
    mettle.policy.json. A refusal is no failure of the adapter and never counts as one.`,
  arguments: [{ name: 'id', required: true, summary: 'The approval, as mettle approval list names it.' }],
  options: {
    allow: { kind: 'switch', summary: 'The step may be taken.' },
    deny: { kind: 'switch', summary: 'It may not.' },
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why; it is kept and shown.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who answers; else the user of this machine.' },
  },
  examples: [
    'mettle approval answer a-3f9d2c1b7a60 --allow --reason "the token was renewed"',
    'mettle approval answer a-3f9d2c1b7a60 --deny --reason "not on a Friday" --by ada',
  ],
  needs: { person: 'always' },
  run: async (context, { id, allow, deny, reason, by }) => {
    if (allow === deny)
      throw usageError('Say either --allow or --deny.', `mettle approval answer ${id} --allow --reason "…"`)
    const mettle = await context.openMettle()
    const answer = allow ? 'allow' : 'deny'
    const answered = await mettle.answerApproval({ approval: id, answer, reason, by: decider(by) })
    context.show(answered, () =>
      [
        `${answered.state === 'allowed' ? 'Allowed' : 'Refused'}: ${answered.action}`,
        `  by ${answered.answer?.by}, until ${new Date(answered.until ?? 0).toISOString()}`,
      ].join('\n'),
    )
  },
})
