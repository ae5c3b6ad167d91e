import { listAccepted } from '../../../machine/gate/trust-file.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import { configInputs } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'trust list',
  summary: 'List what was accepted of this repository on this machine.',
  examples: ['mettle trust list'],
  run: async (context) => {
    const { trust } = configInputs(findWorkspace(context.cwd), context.environment, [])
    const accepted = listAccepted(trust)
    context.show({ file: trust.file, accepted }, () =>
      accepted.length === 0
        ? 'Nothing was accepted of this repository.'
        : table(accepted.map(({ item, by, at }) => [item, by, relativeTime(at, context.now())])).trimEnd(),
    )
  },
})
