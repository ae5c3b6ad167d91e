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
  name: 'policy tighten',
  summary: 'Ask for more of an adapter, or raise a threshold.',
  description:
    'It holds until a person loosens it, whatever the evidence says. The adapter need not have been seen before.',
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    approval: { kind: 'switch', summary: 'It needs approval.' },
    threshold: {
      kind: 'text',
      oneOf: ['low', 'medium', 'high'],
      summary: 'Raise the threshold of this risk.',
    },
    ...overlayOptions,
    ...decisionOptions,
  },
  examples: [
    'mettle policy tighten npm --approval --reason "a release goes out this week"',
    'mettle policy tighten --threshold high --to 0.9 --reason "audit"',
  ],
  run: async (context, input) => {
    const { adapter, threshold: risk, to, approval } = input
    refuseBoth(adapter, risk, 'policy tighten')
    const mettle = await context.openMettle()
    if (risk !== undefined) {
      const current = (await mettle.policy()).thresholds.inForce[`${risk}RiskApprovalThreshold`]
      if (to === undefined || to < current)
        throw usageError(`--to must be above ${current}, which is in force.`, 'mettle policy tighten --help')
      const changed = await mettle.setThreshold({ risk, threshold: to, ...decisionOf(input) })
      context.show(changed, () => thresholdText(changed))
      return
    }
    const changed = await mettle.tightenOverlay({
      adapter: adapter as string,
      ...decisionOf(input),
      ...(approval ? { requireApproval: true } : {}),
      ...overlayFields(input),
    })
    context.show(changed, () => `Tightened ${overlayChangeText(changed)}`)
  },
})
