import { own } from '../../domain/sets.ts'
import { didYouMean, nearest } from '../../domain/user-error.ts'
import type { Catalogue, Entry } from './entry/catalogue.ts'
import { GLOBAL_OPTIONS, type Token, tokensOf, usageError } from './input/tokens.ts'

/** The parsed request of a command line. */
export type Request =
  | { readonly kind: 'version' }
  | { readonly kind: 'overview'; readonly isWhole: boolean }
  | Group
  | { readonly kind: 'help'; readonly entry: Entry }
  | {
      readonly kind: 'run'
      readonly entry: Entry
      readonly args: readonly string[]
      /** Shown instead where a bare name is not enough to run. */
      readonly group?: Group
      /** Typed without `compat`, as it once was. */
      readonly isOldName?: boolean
    }

interface Group {
  readonly kind: 'group'
  readonly name: string
  readonly entries: Catalogue
}

/** Finds the command in the arguments. Global options may be anywhere, a command's own only after its name. */
export function locate(argv: readonly string[], catalogue: Catalogue): Request {
  const tokens = tokensOf(argv, GLOBAL_OPTIONS)
  const given = (key: string) => tokens.some((token) => token.kind === 'option' && token.key === key)
  const words = tokens.filter((token) => token.kind === 'word')
  if (given('version') || words[0]?.word === 'version') return { kind: 'version' }
  const asksHelp = given('help') || words[0]?.word === 'help'
  const path = words[0]?.word === 'help' ? words.slice(1) : words
  const isWhole = asksHelp && path.length === 1 && path[0]!.word === 'all'
  if (path.length === 0 || isWhole) return overview(tokens, isWhole)
  const typed = path.map((token) => token.word)
  const found = find(typed, catalogue, argv[path[0]!.index + 1]?.startsWith('-') ?? false)
  if (found.kind === 'group') return found
  const members = catalogue.filter((known) => known.name.startsWith(`${found.entry.name} `))
  if (argv.length === found.length && members.length > 0)
    return { kind: 'run', entry: found.entry, args: [], group: groupOf(found.entry, members) }
  const name = path.slice(0, found.length)
  const next = path[found.length]
  if (next !== undefined && next.index === name.at(-1)!.index + 1)
    refuseMisspelt([found.entry.name, next.word], members)
  refuseEarlyOptions(tokens, name.at(-1)!.index, found.entry)
  if (asksHelp) return { kind: 'help', entry: found.entry }
  const indexes = new Set(name.map((token) => token.index))
  const { entry, isOldName } = found
  return { kind: 'run', entry, isOldName, args: argv.filter((_, index) => !indexes.has(index)) }
}

function groupOf(own: Entry, members: Catalogue): Group {
  return { kind: 'group', name: own.name, entries: [...members, own] }
}

function overview(tokens: readonly Token[], isWhole: boolean): Request {
  const stray = tokens.find((token) => token.kind === 'option' && token.key === undefined)
  if (stray?.kind === 'option') throw usageError(`'${stray.typed}' is not an option of mettle itself.`, 'mettle --help')
  return { kind: 'overview', isWhole }
}

type Found =
  | { readonly kind: 'command'; readonly entry: Entry; readonly length: number; readonly isOldName: boolean }
  | Group

/** Scripts of another system, and the commands that do their work. */
const SCRIPTS = { 'memory-store.js': 'compat', 'format-patterns.js': 'inject', 'feedback-loop.js': 'correct' }

/** The longest name that fits, so that `pattern list` wins over `pattern`. */
function find(words: readonly string[], catalogue: Catalogue, isOptionNext: boolean): Found {
  const before = words[0] === 'compat' ? 1 : 0
  const script = own(SCRIPTS, words[before] ?? '')
  if (script !== undefined) {
    const found = find([script, ...words.slice(before + 1)], catalogue, isOptionNext)
    return found.kind === 'group' ? found : { ...found, length: found.length + before }
  }
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join(' ')
    const entry = catalogue.find((known) => known.name === name)
    if (entry !== undefined) return { kind: 'command', entry, length, isOldName: false }
  }
  const entries = catalogue.filter((known) => known.name.startsWith(`${words[0]} `))
  const old = catalogue.find(({ name }) => name === `compat ${words[0]}`)
  if (old !== undefined && (entries.length === 0 || isOptionNext))
    return { kind: 'command', entry: old, length: 1, isOldName: true }
  if (entries.length === 0) throw unknownCommand(words, catalogue)
  if (words.length === 1) return { kind: 'group', name: words[0]!, entries }
  throw unknownMember(words, entries)
}

function unknownCommand(words: readonly string[], catalogue: Catalogue): Error {
  const first = [...new Set(catalogue.flatMap(({ name }) => [name.split(' ')[0]!])), 'help']
  return usageError(
    `'${words[0]}' is not a command.${didYouMean(words[0]!, first)}`,
    'mettle help all lists every command.',
  )
}

function unknownMember(words: readonly string[], entries: Catalogue): Error {
  const known = entries.map(({ name }) => name)
  const typed = words.slice(0, 2).join(' ')
  return usageError(
    `'${typed}' is not a command.${didYouMean(typed, known)}`,
    `mettle ${words[0]} lists what it can do.`,
  )
}

/** A command with subcommands takes no words, so a word after its name is a misspelt subcommand. */
function refuseMisspelt(words: readonly string[], members: Catalogue): void {
  const known = members.map(({ name }) => name)
  if (nearest(words.join(' '), known) !== undefined) throw unknownMember(words, members)
}

function refuseEarlyOptions(tokens: readonly Token[], nameEnd: number, { name }: Entry): void {
  for (const token of tokens)
    if (token.kind === 'option' && token.key === undefined && token.index < nameEnd)
      throw usageError(`'${token.typed}' is before the command's name.`, `mettle ${name} … ${token.typed}`)
}
