import { defineCommand } from '../command.ts'
import { decisionOf, decisionOptions, overlayChangeText } from '../policy-text.ts'
import { usageError } from '../usage.ts'

export const command = defineCommand({
  name: 'policy tighten',
  summary: 'Ask for more of an adapter, or raise a threshold.',
  description:
    'It holds until a person loosens it, whatever the evidence says. The adapter need not have been seen before.',
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    approval: { kind: 'switch', summary: 'It needs approval.' },
    retries: { kind: 'number', least: 0, most: 1_000, whole: true, summary: 'How often it may try again.' },
    multiplier: { kind: 'number', least: 0, most: 10, summary: 'By what its risk is multiplied.' },
    threshold: {
      kind: 'text',
      oneOf: ['low', 'medium', 'high'],
      summary: 'Raise the threshold of this risk.',
    },
    to: { kind: 'number', least: 0, most: 1, summary: 'The share that must approve.' },
    ...decisionOptions,
  },
  examples: [
    'mettle policy tighten npm --approval --reason "a release goes out this week"',
    'mettle policy tighten --threshold high --to 0.9 --reason "audit"',
  ],
  run: async (context, input) => {
    const { adapter, threshold: risk, to, approval, retries, multiplier } = input
    if ((adapter === undefined) === (risk === undefined))
      throw usageError('Give an adapter, or --threshold; one of them.', 'mettle policy tighten --help')
    const mettle = await context.openMettle()
    if (risk !== undefined) {
      const current = (await mettle.policy()).thresholds.inForce[`${risk}RiskApprovalThreshold`]
      if (to === undefined || to < current)
        throw usageError(`--to must be above ${current}, which is in force.`, 'mettle policy tighten --help')
      const changed = await mettle.setThreshold({ risk, threshold: to, ...decisionOf(input) })
      context.show(changed, () => `${changed.key}: ${changed.before} -> ${changed.after}`)
      return
    }
    const changed = await mettle.tightenOverlay({
      adapter: adapter as string,
      ...decisionOf(input),
      ...(approval ? { requireApproval: true } : {}),
      ...(retries === undefined ? {} : { suggestedMaxRetries: retries }),
      ...(multiplier === undefined ? {} : { riskMultiplier: multiplier }),
    })
    context.show(changed, () => `Tightened ${overlayChangeText(changed)}`)
  },
})
