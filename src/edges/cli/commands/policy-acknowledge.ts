import { UserError } from '../../../domain/user-error.ts'
import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'
import { decisionOf, decisionOptions } from '../policy-text.ts'

export const command = defineCommand({
  name: 'policy acknowledge',
  summary: 'Say that a recurring failure is mended; it counts anew from here.',
  description:
    'The overlay that it led to stays until it is loosened: one says that the cause is gone, the other that the gate may go.',
  arguments: [
    {
      name: 'adapter',
      required: true,
      summary: 'The adapter, or the failure as report governance lists it: github::auth.',
    },
    { name: 'failure', summary: 'The type of the failure, as policy show ADAPTER lists it.' },
  ],
  options: decisionOptions,
  examples: [
    'mettle policy acknowledge github auth --reason "the token was renewed"',
    'mettle policy acknowledge github::auth --reason "the token was renewed"',
  ],
  needs: { person: 'always' },
  run: async (context, input) => {
    const mettle = await context.openMettle()
    const told = await mettle.acknowledgeFailure({ ...failureOf(input), ...decisionOf(input) })
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

function failureOf({ adapter: given, failure }: { adapter: string; failure?: string | undefined }) {
  if (failure !== undefined) return { adapter: given, failureType: failure }
  const [adapter = '', failureType = ''] = given.split('::', 2)
  if (failureType === '')
    throw new UserError(
      'usage',
      `'${given}' does not say which failure is mended.`,
      `mettle policy show ${given}`,
    )
  return { adapter, failureType }
}
