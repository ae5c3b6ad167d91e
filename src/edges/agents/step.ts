import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { idProblem } from '../../domain/id.ts'
import { orElse } from '../../domain/sets.ts'
import { type ToolKind, UNNAMED_CALL } from '../../domain/values/session.ts'
import type { ToolStep } from './hook-call.ts'
import { listIn, type Payload, recordIn, recordInLine, recordOf, textOf } from './payload.ts'
import { ownWords } from './person-words.ts'

const FILE = ['file_path', 'filePath', 'notebook_path', 'path', 'absolute_path']
const REMOVED = ['old_string', 'oldString', 'old_str']
const ADDED = ['new_string', 'newString', 'new_str', 'content', 'file_text', 'new_source']
const PATCH = ['command', 'patchText', 'patch', 'input']

/** A step as the client reports it beforehand. */
export interface ReportedStep {
  readonly name: string
  readonly kind: ToolKind
  readonly input: Payload
  /** The client's id of the call, where it has one. */
  readonly id: string | undefined
  /** The time of the event, which distinguishes identical calls if the client gives no id. */
  readonly at?: string | undefined
}

/** A step in our vocabulary: its command, its files, and the text that an edit removes and adds. */
export function stepOf(step: ReportedStep): ToolStep {
  const { name, kind, input } = step
  return { call: callOf(step), name, kind, input, ...(kind === 'shell' && commandIn(input)), ...change(step) }
}

function change({ kind, input }: ReportedStep): Partial<ToolStep> {
  if (kind === 'read') return filesIn(input)
  // Codex lets agents edit through a command that holds the patch.
  if (kind === 'shell') return patchIn(input) ?? {}
  if (kind !== 'edit') return {}
  return patchIn(input) ?? { ...filesIn(input), ...edits(input) }
}

/** A call id in safe characters: the client's if it is safe, else a hash of the call. */
function callOf({ id, name, input, at }: ReportedStep): string {
  if (id !== undefined && idProblem(id) === undefined) return id
  const made = digest(
    `${id ?? ''}\n${name}\n${at ?? ''}\n${id === undefined ? orElse(() => canonicalJson(input), '') : ''}`,
  )
  return `${id === undefined && !at ? UNNAMED_CALL : ''}${made.slice(0, 32)}`
}

/** A command is a string, or a word list that ends in the script after `bash -lc`; `chars` are typed into an open shell. */
export function commandIn(input: Payload): { command?: string } {
  const command = textOf(input, 'command', 'cmd', 'script', 'chars') ?? scriptIn(input)
  return command === undefined || command.trim() === '' ? {} : { command }
}

function scriptIn(input: Payload): string | undefined {
  const words = listIn(input.command).filter((word) => typeof word === 'string')
  return /^-\w*c$/.test(words[1] ?? '') ? words[2] : words.join(' ')
}

function filesIn(input: Payload): { files?: readonly string[] } {
  const file = textOf(input, ...FILE)
  return file === undefined ? {} : { files: [file] }
}

function patchIn(input: Payload): PatchedFiles | undefined {
  const text = textOf(input, ...PATCH)
  return text === undefined ? undefined : readPatch(text)
}

interface PatchedFiles {
  readonly files: readonly string[]
  readonly removed?: string
  readonly added?: string
}

const BEGIN_PATCH = /^\s*\*\*\* Begin Patch\s*$/m
const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/

/** The files of a patch and the lines it removes and adds; undefined where the text is none. `*** Update File: a.ts`, `-old`, `+new` gives files `a.ts`, removed `old`, added `new`. */
export function readPatch(text: string): PatchedFiles | undefined {
  // This cheap test rejects nearly all texts without compiling a regular expression.
  if (!text.includes('*** Begin Patch') || !BEGIN_PATCH.test(text)) return undefined
  const lines = text.split(/\r?\n/)
  const files = lines.flatMap((line) => PATCHED_FILE.exec(line)?.[1] ?? [])
  const removed = marked(lines, '-')
  const added = marked(lines, '+')
  return { files, removed: removed || undefined, added: added || undefined }
}

function marked(lines: readonly string[], mark: string): string {
  return lines
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(1))
    .join('\n')
}

function edits(input: Payload): { removed?: string; added?: string } {
  const more = listIn(input.edits).map(recordIn)
  const all = [input, ...more]
  const removed = all.flatMap((edit) => textOf(edit, ...REMOVED) ?? []).join('\n')
  const added = all.flatMap((edit) => textOf(edit, ...ADDED) ?? []).join('\n')
  return { removed: removed || undefined, added: added || undefined }
}

export type StepEnd = Pick<ToolStep, 'ended' | 'exitCode' | 'output' | 'durationMs'>

/** The kept part of a step's output; none for an edit, whose result is the agent's own text. */
export function shownOf(kind: ToolKind, text: string | undefined): { output?: string } {
  const output = kind === 'edit' ? undefined : ownWords(text)
  return output === undefined ? {} : { output }
}

/** The end of a shell command by its exit code; without one nothing is certain. */
export function endByExit(exitCode: number | undefined): StepEnd {
  return exitCode === undefined ? { ended: 'unknown' } : { ended: exitCode === 0 ? 'passed' : 'failed', exitCode }
}

/** A client's tools by kind; other names belong to MCP servers or do not matter. */
export interface ToolNames {
  readonly shell: readonly string[]
  readonly edit: readonly string[]
  readonly read: readonly string[]
  readonly agent: readonly string[]
  /** How the client names the tools of MCP servers. */
  readonly mcp: RegExp
}

const KINDS = ['shell', 'edit', 'read', 'agent'] as const

/** What a tool does, whatever its client calls it. */
export function toolKindOf(name: string, names: ToolNames): ToolKind {
  return KINDS.find((kind) => names[kind].includes(name)) ?? (names.mcp.test(name) ? 'mcp' : 'other')
}

/** The step in a payload; undefined if it names no tool. */
export function toolIn(payload: Payload, tools: ToolNames): ToolStep | undefined {
  const name = textOf(payload, 'tool_name', 'toolName')
  if (name === undefined) return undefined
  // Gemini marks an MCP tool only by its context; the name looks like any other.
  const kind = recordOf(payload, 'mcp_context') === undefined ? toolKindOf(name, tools) : 'mcp'
  const input = inputIn(payload, kind) ?? {}
  // A call without an id is identified by its time.
  const { timestamp } = payload
  const at = typeof timestamp === 'string' || typeof timestamp === 'number' ? String(timestamp) : ''
  return stepOf({ name, kind, input, id: textOf(payload, 'tool_use_id', 'toolCallId'), at })
}

/** A tool's input: an object, the same as JSON text, or only the command or path. */
function inputIn(payload: Payload, kind: ToolKind): Payload | undefined {
  const named = recordOf(payload, 'tool_input', 'toolArgs', 'toolInput')
  const text = textOf(payload, 'tool_input', 'toolArgs', 'toolInput')
  if (named !== undefined || text === undefined) return named
  return recordInLine(text) ?? (kind === 'shell' ? { command: text } : { path: text })
}

/** Whether the command or file of a step is where we expect it. If not, the step must not pass unchecked: the gate asks a person. */
export function isReadable(payload: Payload, { kind, input }: ToolStep): boolean {
  if (kind !== 'shell' && kind !== 'edit') return true
  if (inputIn(payload, kind) === undefined) return false
  return ['string', 'undefined'].includes(typeof input.command) || listIn(input.command).length > 0
}
