import { defineCommand } from '../command.ts'
import {
  decisionOf,
  decisionOptions,
  overlayChangeText,
  overlayFields,
  overlayOptions,
  refuseBoth,
  thresholdText,
} from '../policy-text.ts'
import { usageError } from '../usage.ts'

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
      oneOf: ['low', 'medium', 'high'],
      summary: 'Lower the threshold of this risk.',
    },
    ...overlayOptions,
    ...decisionOptions,
  },
  examples: [
    'mettle policy loosen github --no-approval --reason "the token was renewed"',
    'mettle policy loosen --threshold medium --reason "forty clean runs"',
  ],
  run: async (context, input) => {
    const { adapter, threshold: risk, to, noApproval } = input
    refuseBoth(adapter, risk, 'policy loosen')
    const mettle = await context.openMettle()
    if (risk !== undefined) {
      const current = (await mettle.policy()).thresholds.inForce
      const changed = await mettle.setThreshold({
        risk,
        ...decisionOf(input),
        ...(to === undefined ? {} : { threshold: lower(to, current[`${risk}RiskApprovalThreshold`]) }),
      })
      context.show(changed, () => thresholdText(changed))
      return
    }
    const changed = await mettle.loosenOverlay({
      adapter: adapter as string,
      ...decisionOf(input),
      ...(noApproval ? { requireApproval: false } : {}),
      ...overlayFields(input),
    })
    context.show(changed, () => `Loosened ${overlayChangeText(changed)}`)
  },
})

function lower(to: number, current: number): number {
  if (to <= current) return to
  throw usageError(`--to ${to} is above ${current}, which is in force.`, 'mettle policy tighten --help')
}
