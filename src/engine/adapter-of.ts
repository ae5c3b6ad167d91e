import { own } from '../domain/own.ts'
import { type CommandWord, type SimpleCommand, simpleCommands } from './command-line.ts'
import { KEYWORDS, LAUNCHERS, type Launcher, SHELLS } from './program-launchers.ts'
import { idOf } from './run-outcome.ts'
import { TOOL_TABLE, type ToolRule } from './tool-table.ts'

/** A call that an agent is about to make. */
export interface ToolCall {
  /** The client's name for the tool: `Bash`, or `mcp__github__create_issue`. */
  readonly tool?: string
  /** What it would run: a shell text, or the words of one command. */
  readonly command?: string | readonly string[]
  /** The MCP server that it goes to. */
  readonly server?: string
}

export interface AdapterUse {
  readonly adapter: string
  /** The step that belongs to it: `git push`. */
  readonly step: string
}

export interface AdapterFinding {
  /** Each adapter once, in the order of first use. */
  readonly adapters: readonly AdapterUse[]
  /** Steps of which the text does not say what they run: `$TOOL push`. */
  readonly unclear: readonly string[]
}

const DEEPEST = 8

/**
 * The adapters that a call reaches.
 *
 * An MCP server is an adapter by its own name; a command's are found by the table, whatever stands before the program: `cd x && sudo env A=1 git push`
 * reaches git, `bash -c "npm publish"` npm, `echo git push` none. The command is read as text; nothing of it is run.
 */
export function adapterOf(call: ToolCall, table: readonly ToolRule[] = TOOL_TABLE): AdapterFinding {
  const server = call.server ?? serverOf(call.tool)
  if (server !== undefined && server.trim() !== '')
    return { adapters: [{ adapter: idOf(server), step: call.tool ?? server }], unclear: [] }
  const uses = new Map<string, AdapterUse>()
  const unclear = new Set<string>()
  for (const started of startedBy(commandsOf(call.command), 0)) {
    if (started.program === undefined) unclear.add(started.text)
    else for (const use of usesOf(started, table)) if (!uses.has(use.adapter)) uses.set(use.adapter, use)
  }
  return { adapters: [...uses.values()], unclear: [...unclear] }
}

/** Clients name the tools of a server `mcp__server__tool`. */
function serverOf(tool: string | undefined): string | undefined {
  return /^mcp__(.+?)__/.exec(tool ?? '')?.[1]
}

function commandsOf(command: ToolCall['command']): SimpleCommand[] {
  if (command === undefined) return []
  if (typeof command === 'string') return simpleCommands(command)
  return [{ words: command.map((text) => ({ text, literal: true })), piped: false }]
}

/** A program that would be started; without a name where the text leaves it open. */
interface Started {
  readonly program?: string
  readonly args: readonly CommandWord[]
  readonly text: string
}

function startedBy(commands: readonly SimpleCommand[], depth: number): Started[] {
  return commands.flatMap((command) => started(command, depth))
}

/** Peels assignments, keywords, launchers and shells off until a program of its own is left. */
function started(command: SimpleCommand, depth: number): Started[] {
  const words = command.words.slice(firstOf(command.words, (word) => !isAssignment(word)))
  const [first, ...args] = words
  if (first === undefined) return []
  const text = words.map((word) => word.text).join(' ')
  const program = programName(first.text)
  if (!first.literal || depth > DEEPEST) return [{ args, text }]
  const inner = (next: readonly CommandWord[]) => started({ ...command, words: next }, depth + 1)
  const script = scriptOf(program, args, command)
  if (script === UNREADABLE) return [{ args, text }]
  if (script !== undefined) return startedBy(simpleCommands(script), depth + 1)
  const launcher = KEYWORDS.includes(program) ? KEYWORD : own(LAUNCHERS, program)
  if (launcher !== undefined) return inner(afterOptions(args, launcher.valued).slice(launcher.words ?? 0))
  if (program === 'find') return [{ program, args, text }, ...foundAndRun(args).flatMap(inner)]
  return [{ program, args, text }]
}

const KEYWORD: Launcher = {}
const UNREADABLE = Symbol('a script that is not in the text')

/** The script that a program would run, if it runs one: `bash -c TEXT`, `eval TEXT`, `env -S TEXT`, or what a bare shell reads. */
function scriptOf(
  program: string,
  args: readonly CommandWord[],
  { input, piped }: SimpleCommand,
): string | typeof UNREADABLE | undefined {
  if (program === 'eval') return textOf(args)
  if (program === 'env') return valueAfter(args, /^(-S|--split-string)$/)
  if (!SHELLS.includes(program)) return undefined
  const script = valueAfter(args, /^-[a-zA-Z]*c$|^--command$/)
  if (script !== undefined) return script
  if (args.some((word) => !word.text.startsWith('-'))) return undefined
  return input ?? (piped ? UNREADABLE : undefined)
}

/** The word after an option; what is not literal in it still holds its literal commands. */
function valueAfter(args: readonly CommandWord[], option: RegExp): string | undefined {
  const at = args.findIndex((word) => option.test(word.text))
  return at === -1 ? undefined : args[at + 1]?.text
}

function textOf(words: readonly CommandWord[]): string {
  return words.map((word) => word.text).join(' ')
}

/** What `find … -exec PROGRAM … ;` starts. */
function foundAndRun(args: readonly CommandWord[]): CommandWord[][] {
  return args.flatMap((word, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return []
    const rest = args.slice(at + 1)
    return [
      rest.slice(
        0,
        firstOf(rest, ({ text }) => text === ';' || text === '+'),
      ),
    ]
  })
}

function usesOf({ program, args, text }: Started, table: readonly ToolRule[]): AdapterUse[] {
  const rule = table.find((item) => item.program === program && applies(item, args))
  if (rule === undefined || rule.adapter === '') return []
  return [{ adapter: idOf(rule.adapter), step: text }]
}

/** A command that the text leaves open counts as one that the rule is about: it may be. */
function applies(rule: ToolRule, args: readonly CommandWord[]): boolean {
  if (rule.only === undefined && rule.except === undefined) return true
  const words = afterOptions(args, rule.valued)
  if (words[0] !== undefined && !words[0].literal) return true
  const named = (names: readonly string[]) => names.some((name) => begins(words, name.split(' ')))
  return rule.only === undefined ? words.length > 0 && !named(rule.except!) : named(rule.only)
}

function begins(words: readonly CommandWord[], name: readonly string[]): boolean {
  return name.every((part, at) => words[at]?.text === part)
}

/** The words from the first one on that is neither an option nor the value of one. */
function afterOptions(args: readonly CommandWord[], valued: readonly string[] = []): readonly CommandWord[] {
  let at = 0
  while (at < args.length && (args[at]!.text.startsWith('-') || isAssignment(args[at]!))) {
    if (args[at]!.text === '--') return args.slice(at + 1)
    at += valued.includes(args[at]!.text) ? 2 : 1
  }
  return args.slice(at)
}

function isAssignment({ text }: CommandWord): boolean {
  return /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/.test(text)
}

function programName(text: string): string {
  return idOf(text.replace(/^.*[\\/]/, '').replace(/\.(exe|cmd|bat|ps1)$/i, ''))
}

function firstOf<T>(items: readonly T[], fits: (item: T) => boolean): number {
  const at = items.findIndex(fits)
  return at === -1 ? items.length : at
}
