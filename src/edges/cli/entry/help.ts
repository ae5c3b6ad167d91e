import type { Argument, Command, Option, Options } from '../command.ts'
import { flagOf, GLOBAL_OPTIONS } from '../input/tokens.ts'
import { columns, type Palette, wrap } from '../output/display-width.ts'
import { type Catalogue, GROUPS } from './catalogue.ts'

const WIDTH = 80
const COMPAT = 'compat'

/** The everyday commands by heading. `mettle help all` lists the rest. */
const EVERYDAY: Readonly<Record<string, readonly string[]>> = {
  'Set up and check': ['init', 'status', 'doctor', 'dashboard', 'config', 'docs'],
  'Teach and decide': ['rule', 'review', 'pattern', 'gate', 'undo'],
  'See what happened': ['session', 'report'],
  'Keep and share': ['backup', 'restore', 'export', 'import', 'serve', 'mcp'],
}

const ABOUT: Readonly<Record<string, string>> = {
  rule: 'Your own rules for agents: ',
  pattern: 'What Mettle learned: ',
  session: 'Recorded sessions of agents: ',
}

type Row = readonly [term: string, meaning: string]

/** `mettle` alone: the everyday commands, and what to type next. */
export function overviewHelp(catalogue: Catalogue, paint: Palette): string {
  return sections(EVERYDAY, catalogue, paint, [
    ['mettle help COMMAND', 'what a command takes, with examples'],
    ['mettle help all', 'every command'],
    ['mettle COMMAND --json', 'the answer as JSON'],
  ])
}

/** `mettle help all`: all our commands by group, and where to find those of other systems. */
export function wholeHelp(catalogue: Catalogue, paint: Palette): string {
  const seen = new Set([COMPAT])
  const isFirst = (word: string) => !seen.has(word) && seen.add(word) !== undefined
  const wordsIn = (group: string) =>
    catalogue.filter((entry) => entry.group === group).map(({ name }) => name.split(' ')[0]!)
  const own = GROUPS.map((group) => [group, wordsIn(group).filter(isFirst)] as const)
  return sections(Object.fromEntries(own), catalogue, paint, [
    ['mettle help COMMAND', 'what a command takes, with examples'],
    [`mettle ${COMPAT}`, 'the commands of other systems, by their own names'],
  ])
}

function sections(
  groups: Readonly<Record<string, readonly string[]>>,
  catalogue: Catalogue,
  paint: Palette,
  next: readonly Row[],
): string {
  const rows = Object.entries(groups).map(([group, words]) => [group, overviewRows(catalogue, words)] as const)
  const termWidth = Math.max(...rows.flatMap(([, row]) => row.map(([term]) => term.length)))
  return [
    'mettle: the learning loop for AI coding agents.\n',
    ...rows.filter(([, row]) => row.length > 0).map(([group, row]) => section(group, row, paint, termWidth)),
    section('Next', next, paint),
  ].join('\n')
}

/** Commands with the same first word share a line, which lists what can follow. */
function overviewRows(catalogue: Catalogue, words: readonly string[]): Row[] {
  return words.flatMap((word): Row[] => {
    const entries = catalogue.filter(({ name }) => name === word || name.startsWith(`${word} `))
    if (entries.length === 0) return []
    if (entries.length === 1) return [[entries[0]!.name, entries[0]!.summary]]
    const own = entries.find(({ name }) => name === word)
    const members = entries.filter((entry) => entry !== own).map(({ name }) => name.slice(word.length + 1))
    const about = own === undefined ? (ABOUT[word] ?? '') : `${own.summary} Also `
    return [[word, `${about}${members.join(', ')}`]]
  })
}

export function groupHelp(name: string, entries: Catalogue, paint: Palette): string {
  const rows = entries.map((entry) => [entry.name, entry.summary] as const)
  return [section(`mettle ${name}`, rows, paint), `${paint.bold('Next')}\n  mettle help COMMAND\n`].join('\n')
}

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
  const what = 'person must confirm it by typing a code in a terminal where no agent runs.'
  return person === 'always' ? `A ${what}` : `${person.only}, a ${what}`
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
  const repeated = option.kind === 'list' && !/repeat|many times/i.test(option.summary) ? ' May be repeated.' : ''
  return `${oneOf}${repeated}${fallback}${option.required === true ? ' Required.' : ''}`
}

function section(title: string, rows: readonly Row[], paint: Palette, termWidth?: number): string {
  return rows.length === 0 ? '' : `${paint.bold(title)}\n${columns(rows, WIDTH, termWidth)}`
}
