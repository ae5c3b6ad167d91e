import type { Options } from '../command.ts'

/** What every command takes, before its name or after it. */
export const GLOBAL_OPTIONS = {
  json: { kind: 'switch', summary: 'Print one JSON document instead of text, errors included.' },
  quiet: { kind: 'switch', short: 'q', summary: 'Print no progress and no notes.' },
  noColor: { kind: 'switch', summary: 'Print without colours.' },
  cwd: { kind: 'text', value: 'DIR', summary: 'Work as if started in this folder.' },
  set: { kind: 'list', value: 'KEY=VALUE', summary: 'Change a setting for this call; may be repeated.' },
  help: { kind: 'switch', short: 'h', summary: 'Show what a command takes, with examples.' },
  version: { kind: 'switch', short: 'V', summary: 'Print the version.' },
} as const satisfies Options

export interface Globals {
  readonly json: boolean
  readonly quiet: boolean
  readonly noColor: boolean
  readonly cwd: string | undefined
  readonly set: readonly string[]
  readonly help: boolean
  readonly version: boolean
}
