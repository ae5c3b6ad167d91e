import { type Catalogue, GROUPS } from './catalogue.ts'
import type { Argument, Command, Option, Options } from './command.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'
import { flagOf } from './option-name.ts'
import type { Palette } from './output/palette.ts'
import { columns, wrap } from './output/paragraph.ts'

const WIDTH = 80

/** `mettle` alone: the groups, one line for each command, and what to type next. */
export function overviewHelp(catalogue: Catalogue, paint: Palette): string {
  const sections = GROUPS.flatMap((group) => {
    const rows = catalogue
      .filter((entry) => entry.group === group)
      .map(({ name, summary }) => [name, summary] as const)
    return rows.length === 0 ? [] : [section(group, rows, paint)]
  })
  return [
    'mettle: the learning loop for AI coding agents.\n',
    ...sections,
    `${paint.bold('Next')}\n  mettle help COMMAND   what a command takes, with examples\n`,
  ].join('\n')
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
    `${paint.bold('Usage')}\n  ${usageOf(command)}\n`,
    section('Arguments', command.arguments.map(argumentRow), paint),
    section('Options', optionRows(command.options), paint),
    section('Every command', optionRows(GLOBAL_OPTIONS), paint),
    `${paint.bold('Examples')}\n${command.examples.map((line) => `  ${line}\n`).join('')}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
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

function argumentRow(argument: Argument): readonly [string, string] {
  const { summary, oneOf } = argument
  return [placeholder(argument), oneOf === undefined ? summary : `${summary} One of ${oneOf.join(', ')}.`]
}

function optionRows(options: Options): (readonly [string, string])[] {
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
  const repeated = option.kind === 'list' && !/repeat/i.test(option.summary) ? ' May be repeated.' : ''
  return `${oneOf}${repeated}${fallback}${option.required === true ? ' Required.' : ''}`
}

function section(title: string, rows: readonly (readonly [string, string])[], paint: Palette): string {
  return rows.length === 0 ? '' : `${paint.bold(title)}\n${columns(rows, WIDTH)}`
}
