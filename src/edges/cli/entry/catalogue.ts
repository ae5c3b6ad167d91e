import listed from '../catalogue.json' with { type: 'json' }
import type { Command } from '../command.ts'
import { COMMAND_FILES, commandsIn, type Group } from './command-files.ts'

export const GROUPS = Object.keys(COMMAND_FILES) as Group[]

/** A command with its name, loaded when it is called. */
export interface Entry {
  /** As typed after `mettle`. */
  readonly name: string
  readonly group: Group
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

export type Catalogue = readonly Entry[]

/** Every command, in overview order. `npm run docs` writes these entries from the commands, so that the overview need not load them. */
export const CATALOGUE: Catalogue = listed.map(({ name, group, file, summary }) => ({
  name,
  group: group as Group,
  summary,
  load: async () => {
    const files: Readonly<Record<string, () => Promise<object>>> = COMMAND_FILES[group as Group]
    return { command: commandsIn(await files[file]!()).find((command) => command.name === name)! }
  },
}))
