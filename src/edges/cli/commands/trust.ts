import { join } from 'node:path'
import { configFolder } from '../../../machine/user-folders.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { table } from '../output/table.ts'
import { idOfAll, type RepositoryOffer, repositoryOffer } from '../setup/repository-offer.ts'

export const command = defineCommand({
  name: 'trust',
  summary: 'Show what this repository wants to set or teach, and what of it waits for you.',
  description: `A clone brings files along that somebody else wrote: settings in mettle.config.json, learnings and goals in .learnings/. They teach and change nothing until you
    accept them on this machine. A setting that only makes Mettle stricter holds by itself. What you accept is remembered outside of the repository, with a hash of what it says:
    a later commit that changes it is asked about again.`,
  examples: ['mettle trust', 'mettle trust --json'],
  run: async (context) => {
    const offer = repositoryOffer(context, findWorkspace(context.cwd))
    const { waiting, never } = offer
    const all = idOfAll(waiting)
    context.show(
      {
        all: waiting.length === 0 ? undefined : all,
        waiting: waiting.map(({ id, item, shown }) => ({ id, item, shown })),
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
      ? ['This repository brings nothing along that waits for you.']
      : [
          'This repository brings along what is ignored until you accept it:',
          '',
          table(rows, {
            head: ['ID', 'WHAT', ''],
            width: context.isTerminal ? context.width : undefined,
          }).trimEnd(),
          '',
          `Accept all of it as shown:  mettle trust accept ${all}`,
          `Accept one:                 mettle trust accept ${waiting[0]!.id}`,
        ]),
    ...(never.length === 0
      ? []
      : [
          '',
          `No repository can set ${never.map(({ name }) => name).join(', ')}. If you want it, set it in your own ${yours}`,
        ]),
  ].join('\n')
}
