import type { Command } from './command.ts'

/** The headings of the overview, in its order. */
export const GROUPS = [
  'Begin',
  'Record what happened',
  'Learn and use it',
  'Look and decide',
  'Journal',
  'Connect',
  'By hand',
] as const

/** A command that is known by name and loaded when it is called. */
export interface Entry {
  /** As typed after `mettle`; its file is the same with dashes: `learning record` is `commands/learning-record.ts`. */
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** The command's own summary, so that the overview loads nothing. */
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

export type Catalogue = readonly Entry[]

/** Every command, in the order of the overview. */
export const CATALOGUE: Catalogue = [
  {
    name: 'compute',
    group: 'By hand',
    summary: 'Apply one law to numbers of your own.',
    load: () => import('./commands/compute.ts'),
  },
  {
    name: 'config',
    group: 'By hand',
    summary: 'Show the settings in force, and where each came from.',
    load: () => import('./commands/config.ts'),
  },
]
