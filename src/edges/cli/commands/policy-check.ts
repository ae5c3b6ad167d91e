import { resolve } from 'node:path'
import { UserError } from '../../../domain/user-error.ts'
import { gatePlace } from '../../../machine/gate/gate-seal.ts'
import { inspectBasePolicy, notYetAccepted, policyPath } from '../../../machine/gate/policy-file.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'policy check',
  summary: 'Check the policy file of this repository.',
  description: `Reads mettle.policy.json in the root of the repository: what people decided about adapters before any evidence. An error names the
    field and what it may hold; a warning tells of rules that contradict or hide each other. The gate uses the file as it is at each step, and where it asks for less than was accepted, the stricter of both: mettle policy accept.`,
  arguments: [{ name: 'file', summary: 'Another file to check.' }],
  examples: ['mettle policy check', 'mettle policy check proposals/mettle.policy.json'],
  run: async (context, { file }) => {
    const path = file === undefined ? policyPath(findWorkspace(context.cwd)) : resolve(context.cwd, file)
    const { there, policy, warnings } = await inspectBasePolicy(path)
    if (file !== undefined && !there)
      throw new UserError('input', `${file} is not there.`, 'mettle policy check')
    const waiting = file === undefined ? await waitingIn(context) : []
    context.show({ file: there ? path : null, policy, warnings, waiting }, () =>
      [
        there ? `${path} is fine.` : `There is no ${path}; the defaults hold.`,
        `  ${quantity(policy.maxRetries, 'retry', 'retries')}, asks from effective risk ${policy.askFromRisk}${
          policy.denyFromRisk === undefined ? '' : `, denies from ${policy.denyFromRisk}`
        }`,
        `  rules for ${quantity(Object.keys(policy.adapters).length, 'adapter')} and ${quantity(policy.tools.length, 'tool')}`,
        `  answered by ${policy.approvers?.join(', ') ?? 'anyone'}`,
        ...(waiting.length === 0
          ? []
          : [
              context.colour.yellow(`  not active until a person accepts it: ${waiting.join(', ')}`),
              '  type: mettle policy accept',
            ]),
        ...warnings.map((warning) => context.colour.yellow(`  warning  ${warning}`)),
      ].join('\n'),
    )
  },
})

/** What it asks less of than what a person last accepted; the gate goes by the stricter of both. */
function waitingIn({ cwd, environment }: CommandContext): Promise<readonly string[]> {
  const workspace = findWorkspace(cwd)
  return notYetAccepted(workspace, gatePlace(workspace, environment))
}
