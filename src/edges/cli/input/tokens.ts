import { parseArgs } from 'node:util'
import { UserError } from '../../../domain/user-error.ts'
import type { InputOf, Options } from '../command.ts'
import { flag, list, text } from './options.ts'

/** `dryRun` in code is `dry-run` on the command line. */
export function flagOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** One piece of the command line: an option with its value, or a word. */
export type Token =
  | {
      readonly kind: 'option'
      readonly key: string | undefined
      readonly typed: string
      readonly value: string | undefined
      readonly inline: boolean
      readonly index: number
    }
  | { readonly kind: 'word'; readonly word: string; readonly index: number }

/** Splits the arguments into tokens. `key` is undefined if no option has that name; nothing is validated yet. */
export function tokensOf(args: readonly string[], options: Options): Token[] {
  const keys = new Map(Object.keys(options).map((key) => [flagOf(key), key]))
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([...keys].map(([flag, key]) => [flag, shapeOf(options[key]!)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens.flatMap((token): Token[] => {
    if (token.kind === 'positional') return [{ kind: 'word', word: token.value, index: token.index }]
    if (token.kind === 'option-terminator') return []
    const { rawName, value, inlineValue, index } = token
    return [{ kind: 'option', key: keys.get(token.name), typed: rawName, value, inline: inlineValue === true, index }]
  })
}

function shapeOf(option: Options[string]): { type: 'string' | 'boolean'; short?: string } {
  const type = option.kind === 'switch' ? 'boolean' : 'string'
  return option.short === undefined ? { type } : { type, short: option.short }
}

/** An error for unusable arguments: exit 2, with the command to type next. */
export function usageError(message: string, hint: string): UserError {
  return new UserError('usage', message, hint)
}

/** The options that every command accepts, before or after its name. */
export const GLOBAL_OPTIONS = {
  json: flag('Print one JSON document instead of text, errors included.'),
  quiet: flag('Print no progress and no notes.', { short: 'q' }),
  noColor: flag('Print without colours.'),
  cwd: text('Work as if started in this folder.', 'DIR'),
  set: list('Change a setting for this call; may be repeated.', 'KEY=VALUE'),
  help: flag('Show what a command takes, with examples.', { short: 'h' }),
  version: flag('Print the version.', { short: 'V' }),
} as const satisfies Options

export type Globals = InputOf<[], typeof GLOBAL_OPTIONS>
