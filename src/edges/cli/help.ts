import { type Catalogue, GROUPS } from './catalogue.ts'
import type { Argument, Command, Option, Options } from './command.ts'
import { flagOf, GLOBAL_OPTIONS } from './input/tokens.ts'
import { columns, type Palette, wrap } from './output/display-width.ts'

const WIDTH = 80
const OTHER_NAMES = 'Names of other systems'

type Row = readonly [term: string, meaning: string]

/** `mettle` alone: the groups, a line for each deed, and what to type next. */
export function overviewHelp(catalogue: Catalogue, paint: Palette): string {
  const own = GROUPS.filter((group) => group !== OTHER_NAMES)
  const groups = own.map((group) => [group, overviewRows(catalogue, group)] as const)
  const termWidth = Math.max(...groups.flatMap(([, rows]) => rows.map(([term]) => term.length)))
  const next: Row[] = [
    ['mettle help COMMAND', 'what a command takes, with examples'],
    ['mettle COMMAND --json', 'the same for a program'],
  ]
  return [
    'mettle: the learning loop for AI coding agents.\n',
    ...groups.flatMap(([group, rows]) => (rows.length === 0 ? [] : [section(group, rows, paint, termWidth)])),
    otherNames(catalogue, paint),
    section('Next', next, paint),
  ].join('\n')
}

/** Who comes from another system knows what they do; to others they are only names. */
function otherNames(catalogue: Catalogue, paint: Palette): string {
  const words = firstWordsOf(catalogue, OTHER_NAMES)
  if (words.length === 0) return ''
  return `${paint.bold(OTHER_NAMES)}\n${wrap(words.join(', '), WIDTH - 2).replaceAll(/^/gm, '  ')}\n`
}

/** The words under which a group stands in the overview: one that several groups share stands in the first. */
function firstWordsOf(catalogue: Catalogue, group: string): string[] {
  const words = new Map<string, string>()
  for (const entry of catalogue) {
    const [word = ''] = entry.name.split(' ')
    if (!words.has(word)) words.set(word, entry.group)
  }
  return [...words].filter(([, first]) => first === group).map(([word]) => word)
}

/** Commands that share their first word share a line, which says what can follow. */
function overviewRows(catalogue: Catalogue, group: string): Row[] {
  return firstWordsOf(catalogue, group).map((word): Row => {
    const entries = catalogue.filter(({ name }) => name === word || name.startsWith(`${word} `))
    if (entries.length === 1) return [entries[0]!.name, entries[0]!.summary]
    const own = entries.find(({ name }) => name === word)
    const members = entries.filter((entry) => entry !== own).map(({ name }) => name.slice(word.length + 1))
    return [word, `${own === undefined ? '' : `${own.summary} Also `}${members.join(', ')}`]
  })
}

/** A group's name alone: what it can do. */
export function groupHelp(name: string, entries: Catalogue, paint: Palette): string {
  const rows = entries.map((entry) => [entry.name, entry.summary] as const)
  return [
    section(`mettle ${name}`, rows, paint),
    `${paint.bold('Next')}\n  mettle ${entries[0]!.name} --help\n`,
  ].join('\n')
}

/** Everything there is to know about one command. */
export function commandHelp(command: Omit<Command, 'run'>, paint: Palette): string {
  const paragraphs = (command.description ?? '').split('\n\n').filter((text) => text.trim() !== '')
  return [
    `${wrap(command.summary, WIDTH)}\n`,
    ...paragraphs.map((text) => `${wrap(text.trim().replace(/\s+/g, ' '), WIDTH)}\n`),
    ...(command.needs === undefined ? [] : [`${wrap(needsText(command.needs), WIDTH)}\n`]),
    `${paint.bold('Usage')}\n  ${usageOf(command)}\n`,
    section('Arguments', command.arguments.map(argumentRow), paint),
    section('Options', optionRows(command.options), paint),
    section('Every command', optionRows(GLOBAL_OPTIONS), paint),
    `${paint.bold('Examples')}\n${command.examples.map((line) => `  ${line}\n`).join('')}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function needsText({ person }: NonNullable<Command['needs']>): string {
  const when = person === 'always' ? '' : ` ${person.only}`
  return `A person confirms it${when}, by typing a code at a terminal that no agent runs in.`
}

export function usageOf({ name, arguments: words, options }: Omit<Command, 'run'>): string {
  const parts = words.map((word) => placeholder(word))
  const required = Object.entries(options)
    .filter(([, option]) => 'required' in option && option.required)
    .map(([key, option]) => optionText(key, option))
  return ['mettle', name, ...parts, ...required, '[options]'].join(' ')
}

function placeholder({ name, required, many }: Argument): string {
  const word = `${name}${many === true ? '…' : ''}`
  return required === true ? `<${word}>` : `[${word}]`
}

function argumentRow(argument: Argument): Row {
  const { summary, oneOf } = argument
  return [placeholder(argument), oneOf === undefined ? summary : `${summary} One of ${oneOf.join(', ')}.`]
}

function optionRows(options: Options): Row[] {
  return Object.entries(options).map(([key, option]) => [
    `${option.short === undefined ? '    ' : `-${option.short}, `}${optionText(key, option)}`,
    `${option.summary}${limitsOf(option)}`,
  ])
}

function optionText(key: string, option: Option): string {
  if (option.kind === 'switch') return `--${flagOf(key)}`
  return `--${flagOf(key)} ${option.value ?? (option.kind === 'number' ? 'N' : 'TEXT')}`
}

function limitsOf(option: Option): string {
  if (option.kind === 'switch') return ''
  const oneOf = 'oneOf' in option && option.oneOf ? ` One of ${option.oneOf.join(', ')}.` : ''
  const fallback = 'default' in option && option.default !== undefined ? ` Default: ${option.default}.` : ''
  const repeated =
    option.kind === 'list' && !/repeat|many times/i.test(option.summary) ? ' May be repeated.' : ''
  return `${oneOf}${repeated}${fallback}${option.required === true ? ' Required.' : ''}`
}

function section(title: string, rows: readonly Row[], paint: Palette, termWidth?: number): string {
  return rows.length === 0 ? '' : `${paint.bold(title)}\n${columns(rows, WIDTH, termWidth)}`
}
