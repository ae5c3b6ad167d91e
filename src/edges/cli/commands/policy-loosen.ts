import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import { changeOptions, changePolicy } from '../change-policy.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'policy loosen',
  summary: 'Loosen the overlay of an adapter, or a threshold.',
  description: `Without --no-approval, --retries or --multiplier, and without --to, it takes what the evidence suggests. A loosened overlay tightens again only
    where the whole record and the runs since then both ask for it; mettle policy tighten takes the loosening back.`,
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    noApproval: { kind: 'switch', summary: 'It no longer needs approval.' },
    threshold: {
      kind: 'text',
      oneOf: RISK_LEVELS,
      summary: 'Lower the threshold of this risk.',
    },
    ...changeOptions,
  },
  examples: [
    'mettle policy loosen github --no-approval --reason "the token was renewed"',
    'mettle policy loosen --threshold medium --reason "forty clean runs"',
  ],
  needs: { person: 'always' },
  run: (context, { noApproval, ...change }) =>
    changePolicy(context, 'loosen', { ...change, requireApproval: noApproval ? false : undefined }),
})
