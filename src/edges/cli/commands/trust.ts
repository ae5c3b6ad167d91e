import { join } from 'node:path'
import { notFound } from '../../../domain/user-error.ts'
import { configFolder } from '../../../machine/files/user-folders.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { accept, listAccepted, revoke } from '../../../machine/gate/trust-file.ts'
import { configInputs } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { renewPrecomputed } from '../lasting-journal.ts'
import { listOf } from '../output/json-document.ts'
import { quantity, relativeTime } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'
import { idOfAll, type Offered, type RepositoryOffer, repositoryOffer } from '../setup/repository-offer.ts'

export const trustCommand = defineCommand({
  name: 'trust',
  summary: 'Show what this repository wants to set or teach, and what needs your approval.',
  description: `A clone contains files that somebody else wrote: settings in mettle.config.json, learnings and goals in .learnings/. Mettle ignores them until you
    accept them on this machine. A setting that only makes Mettle stricter applies without your approval. Mettle remembers
    what you accept outside the repository, with a hash of its content: a later commit that changes it needs your approval again.`,
  examples: ['mettle trust', 'mettle trust --json'],
  run: async (context) => {
    const offer = repositoryOffer(context, findWorkspace(context.cwd))
    const { waiting, never } = offer
    const all = idOfAll(waiting)
    context.show(
      {
        all: waiting.length === 0 ? undefined : all,
        ...listOf(waiting.map(({ id, item, shown }) => ({ id, item, shown }))),
        never: never.map(({ name }) => name),
      },
      () => offerText(offer, all, context),
    )
  },
})

function offerText({ waiting, never }: RepositoryOffer, all: string, context: CommandContext): string {
  const rows = waiting.map(({ id, item, shown }) => [id, item, shown])
  const yours = join(configFolder(context.environment), 'config.json')
  return [
    ...(waiting.length === 0
      ? ['Nothing in this repository needs your approval.']
      : [
          'Mettle ignores these parts of the repository until you accept them:',
          '',
          context.table(rows, { head: ['ID', 'WHAT', ''] }),
          '',
          `To accept all as shown: mettle trust accept ${all}`,
          `To accept one:          mettle trust accept ${waiting[0]!.id}`,
        ]),
    ...(never.length === 0
      ? []
      : [
          '',
          `No repository can set ${never.map(({ name }) => name).join(', ')}. If you want it, set it in your own ${yours}`,
        ]),
  ].join('\n')
}

export const trustAcceptCommand = defineCommand({
  name: 'trust accept',
  summary: 'Accept what this repository wants to set or teach, as `mettle trust` showed it.',
  description: `Takes the ids that \`mettle trust\` prints: that of all, or of single items. An id is computed from the content, so what changed since you looked is not accepted.`,
  arguments: [{ name: 'id', required: true, many: true, summary: 'What to accept.' }],
  examples: ['mettle trust accept 3f9a1c20'],
  needs: { person: 'always' },
  run: async (context, { id: ids }) => {
    const workspace = findWorkspace(context.cwd)
    const { waiting } = repositoryOffer(context, workspace)
    const chosen = ids.flatMap((id) => chosenBy(id, waiting))
    const { trust } = configInputs(workspace, context.environment, [])
    accept(trust, chosen, { by: decider(undefined), at: context.now() })
    await renewPrecomputed(context)
    context.show({ accepted: chosen.map(({ id, item }) => ({ id, item })) }, () =>
      [
        `Accepted ${quantity(chosen.length, 'item')} on this machine:`,
        ...chosen.map(({ item, shown }) => `  ${item}: ${shown}`),
        'To reverse this: mettle trust revoke',
      ].join('\n'),
    )
  },
})

function chosenBy(id: string, waiting: readonly Offered[]): readonly Offered[] {
  if (waiting.length > 0 && id === idOfAll(waiting)) return waiting
  const one = waiting.filter((offered) => offered.id === id)
  if (one.length > 0) return one
  throw notFound(
    `Nothing with the id '${id}' can be accepted. What changed since it was shown has another id.`,
    'mettle trust',
  )
}

export const trustListCommand = defineCommand({
  name: 'trust list',
  summary: 'List what you accepted from this repository on this machine.',
  examples: ['mettle trust list'],
  run: async (context) => {
    const { trust } = configInputs(findWorkspace(context.cwd), context.environment, [])
    const accepted = listAccepted(trust)
    context.show({ file: trust.file, ...listOf(accepted) }, () =>
      accepted.length === 0
        ? 'You have accepted nothing in this repository.'
        : table(accepted.map(({ item, by, at }) => [item, by, relativeTime(at, context.now())])).trimEnd(),
    )
  },
})

export const trustRevokeCommand = defineCommand({
  name: 'trust revoke',
  summary: 'Withdraw what you accepted from this repository.',
  description: `It is ignored from now on. What was learned from it before stays in the journal: \`mettle pattern quarantine\` and \`mettle undo\` take that back.`,
  arguments: [
    { name: 'item', many: true, summary: 'What to withdraw, as `mettle trust list` names it. Default: everything.' },
  ],
  examples: ['mettle trust revoke', 'mettle trust revoke "setting share.trusted"'],
  run: async (context, { item: items }) => {
    const { trust } = configInputs(findWorkspace(context.cwd), context.environment, [])
    const revoked = revoke(trust, items)
    if (revoked.length === 0 && items.length > 0)
      throw notFound(`'${items.join("', '")}' was not accepted here.`, 'mettle trust list')
    await renewPrecomputed(context)
    context.show({ revoked: revoked.map(({ item }) => item) }, () =>
      revoked.length === 0
        ? 'You have accepted nothing in this repository.'
        : `Revoked: ${revoked.map(({ item }) => item).join(', ')}`,
    )
  },
})
