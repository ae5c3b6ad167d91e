import { type CommandWord, type SimpleCommand, simpleCommands } from '../shell/command-line.ts'
import { isAssignment, type Started, startedBy } from '../shell/started-programs.ts'
import { idOf } from './normalise-outcome.ts'
import { TOOL_TABLE, type ToolRule } from './tool-table.ts'

/** A longer command is refused with that reason: parsing it would take longer than a step may wait. */
export const LONGEST_COMMAND = 100_000

export interface ToolCall {
  /** The client's name for the tool: `Bash`, or `mcp__github__create_issue`. */
  readonly tool?: string
  /** What it would run: a shell text, or the words of one command. */
  readonly command?: string | readonly string[]
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
  /** Steps whose text does not show what they run: `$TOOL push`. */
  readonly unclear: readonly string[]
  /** Some of it is nested too deeply in other commands to be read. */
  readonly isUnread?: true
}

/**
 * The adapters that a call reaches.
 *
 * An MCP server is an adapter by its own name; a command's adapters are in the table, whatever precedes the program: `cd x && sudo env A=1 git push`
 * reaches git, `bash -c "npm publish"` npm, `echo git push` none. The command is read as text; nothing of it is run. With `reads`, commands that reach an adapter and change nothing
 * there count as well: `git fetch`.
 */
export function adapterOf(
  call: ToolCall,
  table: readonly ToolRule[] = TOOL_TABLE,
  { reads = false }: { readonly reads?: boolean } = {},
): AdapterFinding {
  const server = call.server ?? serverOf(call.tool)
  if (server !== undefined && server.trim() !== '')
    return { adapters: [{ adapter: idOf(server), step: call.tool ?? server }], unclear: [] }
  const uses = new Map<string, AdapterUse>()
  const unclear = new Set<string>()
  let isUnread = false
  for (const started of startedBy(commandsOf(call.command))) {
    if (started.isUnread) isUnread = true
    else if (started.program === undefined) unclear.add(started.text)
    else for (const use of usesOf(started, table, reads)) if (!uses.has(use.adapter)) uses.set(use.adapter, use)
  }
  return { adapters: [...uses.values()], unclear: [...unclear], isUnread: isUnread || undefined }
}

/** Clients name the tools of a server `mcp__server__tool`. */
function serverOf(tool: string | undefined): string | undefined {
  return tool?.startsWith('mcp__') ? /^mcp__(.+?)__/.exec(tool)?.[1] : undefined
}

export function commandsOf(command: ToolCall['command']): SimpleCommand[] {
  if (command === undefined) return []
  if (typeof command === 'string') return simpleCommands(command)
  return [{ words: command.map((text) => ({ text, literal: true })), piped: false }]
}

function usesOf({ program, args, text }: Started, table: readonly ToolRule[], reads: boolean): AdapterUse[] {
  const reaches = (item: ToolRule) =>
    applies(item, args) ||
    (reads && item.reads !== undefined && applies({ ...item, except: undefined, only: item.reads }, args))
  const rule = table.find((item) => item.program === program && reaches(item))
  if (rule === undefined || rule.adapter === '') return []
  return [{ adapter: idOf(rule.adapter), step: text }]
}

/** A command with an unknown part counts as one of the rule's, because it may be. */
function applies(rule: ToolRule, args: readonly CommandWord[]): boolean {
  const { only, except, renames } = rule
  if (only === undefined && except === undefined) return true
  if (renames !== undefined && args.some(({ text }) => text.replace(/^-[a-z]/, '').startsWith(renames))) return true
  const names = (only ?? except!).map((name) => nameIn(args, name.split(' ')))
  const isNamed = (at: number) => names.some(({ first, before }) => args[at]!.text === first && at < before)
  return readings(args, rule.valued).some((at) => !args[at]!.literal || isNamed(at) === (only !== undefined))
}

/** The first part of a name, and the word before which it must be: options may come between the parts. Searched once, however often the first part occurs. */
function nameIn(args: readonly CommandWord[], [first, ...others]: readonly string[]) {
  let before = args.length
  for (const part of others.reverse()) before = args.findLastIndex(({ text }, at) => at < before && text === part)
  return { first, before }
}

/** Where the words after a program's options can begin: an unknown option takes the next word, or none. `npm --tag next publish` is `next publish` or `publish`. */
function readings(args: readonly CommandWord[], valued: readonly string[] = []): number[] {
  const ways: number[] = []
  let mayBeValue = false
  for (let at = 0; at < args.length; at++) {
    const { text } = args[at]!
    if (text === '--') return at + 1 < args.length ? [...ways, at + 1] : ways
    if (text.startsWith('-')) {
      const isValued = valued.includes(text)
      mayBeValue = !isValued && !text.includes('=')
      if (isValued) at += 1
    } else if (!isAssignment(args[at]!)) {
      ways.push(at)
      if (!mayBeValue) return ways
      mayBeValue = false
    }
  }
  return ways
}
