import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'
import { decisionOf, decisionOptions } from '../policy-text.ts'

export const command = defineCommand({
  name: 'policy acknowledge',
  summary: 'Say that a recurring failure is mended; it counts anew from here.',
  description:
    'The overlay that it led to stays until it is loosened: one says that the cause is gone, the other that the gate may go.',
  arguments: [
    { name: 'adapter', required: true, summary: 'The adapter.' },
    { name: 'failure', required: true, summary: 'The type of the failure, as policy show lists it.' },
  ],
  options: decisionOptions,
  examples: ['mettle policy acknowledge github auth --reason "the token was renewed"'],
  run: async (context, input) => {
    const mettle = await context.openMettle()
    const told = await mettle.acknowledgeFailure({
      adapter: input.adapter,
      failureType: input.failure,
      ...decisionOf(input),
    })
    const { adapter, failureType, occurrences } = told
    context.show(told, () =>
      [
        `${failureType} of ${adapter.adapter} counts anew, after ${quantity(occurrences, 'occurrence')}.`,
        ...(adapter.overlay.requireApproval
          ? [`It still needs approval: mettle policy loosen ${adapter.adapter} --no-approval --reason "…"`]
          : []),
      ].join('\n'),
    )
  },
})
