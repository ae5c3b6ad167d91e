import { UserError } from '../../../domain/user-error.ts'
import { accept } from '../../../machine/gate/trust-file.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import { configInputs } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { quantity } from '../output/quantity.ts'
import { renewAhead } from '../refresh-precomputed.ts'
import { idOfAll, type Offered, repositoryOffer } from '../setup/repository-offer.ts'

export const command = defineCommand({
  name: 'trust accept',
  summary: 'Accept what this repository wants to set or teach, as `mettle trust` showed it.',
  description: `Takes the ids that \`mettle trust\` prints: that of all, or of single items. An id follows from the content, so that what changed since you looked is not accepted.`,
  arguments: [{ name: 'id', required: true, many: true, summary: 'What to accept.' }],
  examples: ['mettle trust accept 3f9a1c20'],
  needs: { person: 'always' },
  run: async (context, { id: ids }) => {
    const workspace = findWorkspace(context.cwd)
    const { waiting } = repositoryOffer(context, workspace)
    const chosen = ids.flatMap((id) => chosenBy(id, waiting))
    const { trust } = configInputs(workspace, context.environment, [])
    accept(trust, chosen, { by: decider(undefined), at: context.now() })
    await renewAhead(context)
    context.show({ accepted: chosen.map(({ id, item }) => ({ id, item })) }, () =>
      [
        `Accepted ${quantity(chosen.length, 'item')} on this machine:`,
        ...chosen.map(({ item, shown }) => `  ${item}: ${shown}`),
        'mettle trust revoke takes it back.',
      ].join('\n'),
    )
  },
})

function chosenBy(id: string, waiting: readonly Offered[]): readonly Offered[] {
  if (waiting.length > 0 && id === idOfAll(waiting)) return waiting
  const one = waiting.filter((offered) => offered.id === id)
  if (one.length > 0) return one
  throw new UserError(
    'not-found',
    `Nothing with the id '${id}' waits to be accepted; what changed since it was shown has another id.`,
    'mettle trust',
  )
}
