import { UserError } from '../../../domain/user-error.ts'
import { revoke } from '../../../machine/gate/trust-file.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import { configInputs } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import { renewAhead } from '../refresh-precomputed.ts'

export const command = defineCommand({
  name: 'trust revoke',
  summary: 'Take back what was accepted of this repository.',
  description: `It is ignored from now on. What was learned from it before stays in the journal: \`mettle pattern quarantine\` and \`mettle undo\` take that back.`,
  arguments: [
    {
      name: 'item',
      many: true,
      summary: 'What to take back, as `mettle trust list` names it; else all of it.',
    },
  ],
  examples: ['mettle trust revoke', 'mettle trust revoke "setting share.trusted"'],
  run: async (context, { item: items }) => {
    const { trust } = configInputs(findWorkspace(context.cwd), context.environment, [])
    const revoked = revoke(trust, items)
    if (revoked.length === 0 && items.length > 0)
      throw new UserError('not-found', `'${items.join("', '")}' was not accepted here.`, 'mettle trust list')
    await renewAhead(context)
    context.show({ revoked: revoked.map(({ item }) => item) }, () =>
      revoked.length === 0
        ? 'Nothing was accepted of this repository.'
        : `Took back: ${revoked.map(({ item }) => item).join(', ')}`,
    )
  },
})
