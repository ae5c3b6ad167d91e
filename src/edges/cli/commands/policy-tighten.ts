import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import { changeOptions, changePolicy } from '../change-policy.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'policy tighten',
  summary: 'Ask for more of an adapter, or raise a threshold.',
  description:
    'It holds until a person loosens it, whatever the evidence says. The adapter need not have been seen before.',
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    approval: { kind: 'switch', summary: 'It needs approval.' },
    threshold: {
      kind: 'text',
      oneOf: RISK_LEVELS,
      summary: 'Raise the threshold of this risk.',
    },
    ...changeOptions,
  },
  examples: [
    'mettle policy tighten npm --approval --reason "a release goes out this week"',
    'mettle policy tighten --threshold high --to 0.9 --reason "audit"',
  ],
  run: (context, { approval, ...change }) =>
    changePolicy(context, 'tighten', { ...change, requireApproval: approval || undefined }),
})
