import { parseArgs } from 'node:util'
import type { Options } from '../command.ts'
import { flagOf } from './option-name.ts'

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

/** Cuts the arguments up. `key` is undefined where no option has that name; nothing is judged yet. */
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
    return [
      {
        kind: 'option',
        key: keys.get(token.name),
        typed: rawName,
        value,
        inline: inlineValue === true,
        index,
      },
    ]
  })
}

function shapeOf(option: Options[string]): { type: 'string' | 'boolean'; short?: string } {
  const type = option.kind === 'switch' ? 'boolean' : 'string'
  return option.short === undefined ? { type } : { type, short: option.short }
}
