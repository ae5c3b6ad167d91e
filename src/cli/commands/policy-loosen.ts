import { defineCommand } from '../command.ts'
import { decisionOf, decisionOptions, overlayChangeText } from '../policy-text.ts'
import { usageError } from '../usage.ts'

export const command = defineCommand({
  name: 'policy loosen',
  summary: 'Loosen the overlay of an adapter, or a threshold.',
  description: `Without --no-approval, --retries or --multiplier, and without --to, it takes what the evidence suggests. A loosened overlay tightens again only
    where the whole record and the runs since then both ask for it; mettle policy tighten takes the loosening back.`,
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    noApproval: { kind: 'switch', summary: 'It no longer needs approval.' },
    retries: { kind: 'number', least: 0, most: 1_000, whole: true, summary: 'How often it may try again.' },
    multiplier: { kind: 'number', least: 0, most: 10, summary: 'By what its risk is multiplied.' },
    threshold: {
      kind: 'text',
      oneOf: ['low', 'medium', 'high'],
      summary: 'Lower the threshold of this risk.',
    },
    to: { kind: 'number', least: 0, most: 1, summary: 'The share that must approve.' },
    ...decisionOptions,
  },
  examples: [
    'mettle policy loosen github --no-approval --reason "the token was renewed"',
    'mettle policy loosen --threshold medium --reason "forty clean runs"',
  ],
  run: async (context, input) => {
    const { adapter, threshold: risk, to, noApproval, retries, multiplier } = input
    if ((adapter === undefined) === (risk === undefined))
      throw usageError('Give an adapter, or --threshold; one of them.', 'mettle policy loosen --help')
    const mettle = await context.openMettle()
    if (risk !== undefined) {
      const current = (await mettle.policy()).thresholds.inForce
      const changed = await mettle.setThreshold({
        risk,
        ...decisionOf(input),
        ...(to === undefined ? {} : { threshold: lower(to, current[`${risk}RiskApprovalThreshold`]) }),
      })
      context.show(changed, () => `${changed.key}: ${changed.before} -> ${changed.after}`)
      return
    }
    const changed = await mettle.loosenOverlay({
      adapter: adapter as string,
      ...decisionOf(input),
      ...(noApproval ? { requireApproval: false } : {}),
      ...(retries === undefined ? {} : { suggestedMaxRetries: retries }),
      ...(multiplier === undefined ? {} : { riskMultiplier: multiplier }),
    })
    context.show(changed, () => `Loosened ${overlayChangeText(changed)}`)
  },
})

function lower(to: number, current: number): number {
  if (to <= current) return to
  throw usageError(`--to ${to} is above ${current}, which is in force.`, 'mettle policy tighten --help')
}
