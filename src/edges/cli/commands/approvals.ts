import { askCommand, choice, flag, number, text } from '../command.ts'
import { decider } from '../input/decider.ts'
import { usageError } from '../input/tokens.ts'
import { relativeTime } from '../output/numbers-text.ts'

export const approvalListCommand = askCommand({
  name: 'approval list',
  summary: 'List what the gate asked, the latest first.',
  options: {
    state: choice(
      ['open', 'allowed', 'refused', 'all'],
      'Only those that wait, were allowed or were refused.',
      { default: 'open' },
    ),
    limit: number('How many at most.', { short: 'n', least: 1, most: 1_000, whole: true, default: 50 }),
  },
  examples: ['mettle approval list', 'mettle approval list --state all'],
  ask: (mettle, { state, limit }) =>
    mettle.approvals({ limit, states: state === 'all' ? undefined : [state] }),
  view: (found, context, { state }) => {
    const now = context.now()

    if (found.length === 0)
      return state === 'open' ? 'Nothing waits for an answer.' : 'The gate asked nothing of that kind.'
    const rows = found.map((item) => [
      item.approval,
      relativeTime(item.askedAt, now),
      item.state,
      item.adapters.join(', '),
      item.risk,
      item.action,
      item.answer === undefined ? item.reasons.join('; ') : `${item.answer.by}: ${item.answer.reason ?? ''}`,
    ])
    return context.table(rows, { head: ['ID', 'ASKED', 'STATE', 'ADAPTER', 'RISK', 'STEP', 'WHY'] })
  },
})

export const approvalAnswerCommand = askCommand({
  name: 'approval answer',
  summary: 'Answer a question of the gate.',
  description: `The answer holds for gate.approvalMinutes, for the very step that was asked about; answering again takes its place. Who may answer is in
    mettle.policy.json. A refusal is no failure of the adapter and never counts as one.`,
  arguments: [{ name: 'id', required: true, summary: 'The approval, as mettle approval list names it.' }],
  options: {
    allow: flag('The step may be taken.'),
    deny: flag('It may not.'),
    reason: text('Why; it is kept and shown.', 'TEXT', { required: true }),
    by: text('Who answers; else the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle approval answer a-3f9d2c1b7a60 --allow --reason "the token was renewed"',
    'mettle approval answer a-3f9d2c1b7a60 --deny --reason "not on a Friday" --by ada',
  ],
  needs: { person: 'always' },
  check: ({ id, allow, deny }) => {
    if (allow === deny)
      throw usageError('Say either --allow or --deny.', `mettle approval answer ${id} --allow --reason "…"`)
  },
  ask: (mettle, { id, allow, reason, by }) =>
    mettle.answerApproval({ approval: id, answer: allow ? 'allow' : 'deny', reason, by: decider(by) }),
  view: ({ state, action, answer, until }) =>
    [
      `${state === 'allowed' ? 'Allowed' : 'Refused'}: ${action}`,
      `  by ${answer?.by}, until ${new Date(until ?? 0).toISOString()}`,
    ].join('\n'),
})
