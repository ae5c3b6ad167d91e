import { simpleCommands } from '../shell/command-line.ts'
import { credentialAt } from './credential-reads.ts'
import { riskyDeletes } from './deletes.ts'
import { braces } from './expand-words.ts'
import { guardedAt } from './file-writes.ts'
import { UNKNOWN } from './globs.ts'
import { commandsInCode, pathsInCode } from './inline-code.ts'
import { type PathSegments, type Place, segmentsOf } from './path-segments.ts'
import { type Match, shellMatches } from './shell-rules.ts'
import { isDestructiveSql } from './sql-text.ts'
import { namedRules, wordsIn } from './tool-names.ts'

/** A call of a tool other than a shell: a client's file tool, or an MCP server's tool. */
export interface ToolUse {
  readonly name: string
  readonly kind: string
  readonly files?: readonly string[] | undefined
  readonly input?: Readonly<Record<string, unknown>> | undefined
}

const MOST_TEXTS = 5_000
const DEEPEST = 20
const MOST_COMMANDS = 500
const LONGEST_COMMAND = 100_000
const UNREAD: Match = { rule: 'unreadable-command' }

/** Texts that people and agents write, which name no file and run nothing. */
const PROSE =
  /^(?:content|contents|file_text|text|body|message|title|description|prompt|new_?string|old_?string|new_?str|old_?str|new_source|summary|question|comment|markdown|html|thought|reason|labels?|todos?|edits)$/i
const COMMAND = /^(?:command|commands|cmd|script|shell|bash|line|chars|exec|run|argv|command_?line)$/i
const CODE = /^(?:code|script|expression|function|source|javascript|python)$/i
const RUNS = /^(?:exec\w*|run\w*|shell|bash|terminal|commands?|ssh|powershell|process\w*|spawn|eval\w*|python|repl)$/
const WRITES =
  /write|edit|create|update|append|save|put|move|rename|delete|remove|insert|replace|copy|patch|mkdir|chmod|overwrite|store/i
const DELETES = /delete|remove|unlink|rmdir|\brm\b|trash|purge/i
/** A tool that only lists names, by its own name and not its server's. One that also reads does not count: `read_file_with_info`. */
const LISTS = /(?:^|[_-])(?:list|ls|stat|info|exists|tree)(?:$|[_-])/
const READS = /read|get_content|open|cat|load|fetch|content|view|show|dump/
const DEEP = /grep|search|many|zip|archive|copy|backup|sync|upload|move|recursive/i
const SEARCHES = /grep|search|rg\b/i
const DATABASE =
  /sql|postgres|maria|database|\bdb\b|_db_|supabase|neon|bigquery|snowflake|clickhouse|duckdb|prisma|query|mongo/i

/** The rules that a tool's input matches. */
export function toolMatches(use: ToolUse, place: Place): Match[] {
  const { name, kind, files = [], input = {} } = use
  if (kind === 'agent') return []
  const tool = kind === 'mcp' ? name.replace(/^mcp__?/, '') : name
  const texts = textsIn(input)
  const named = kind === 'edit' && files.length > 0 ? [] : pathTexts(tool, texts)
  const paths = [...files, ...(named ?? [])]
  const isRead = named !== undefined && !texts.includes(TOO_MUCH)
  const found = [...paths.flatMap((text) => pathMatches(text, { tool, kind }, place)), ...(isRead ? [] : [UNREAD])]
  if (kind !== 'mcp' && kind !== 'other') return found
  return [...found, ...commandMatches(tool, kind, input, place), ...serviceMatches(tool, kind, texts, input)]
}

interface Text {
  readonly key: string
  readonly text: string
}

/** The last item if there are more texts than are read. */
const TOO_MUCH: Text = { key: '', text: '' }

/** Every text of an input with its field name; items of a list have the name of the list. A field name that looks like a path is itself a text, and JSON in a text is parsed. */
function textsIn(value: unknown, key = '', depth = 0, found: Text[] = []): Text[] {
  if (found.at(-1) === TOO_MUCH) return found
  if (typeof value === 'string') {
    const inner = PROSE.test(key) ? undefined : jsonIn(value)
    if (inner === undefined) found.push({ key, text: value })
    else textsIn(inner, key, depth + 1, found)
  } else if (typeof value !== 'object' || value === null) return found
  else if (depth > DEEPEST || found.length > MOST_TEXTS) found.push(TOO_MUCH)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, key, depth + 1, found)
  else
    for (const [name, item] of Object.entries(value)) {
      if (/^[.~]|[\\/]/.test(name) && (key === 'edits' || !PROSE.test(key))) found.push({ key: 'file', text: name })
      textsIn(item, name, depth + 1, found)
    }
  return found
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const NAMES_FILES = /^\w*(?:path|file|dir|folder|root|cwd|base|ur[il]|source|target|dest|location)\w*$/i
const NAMES_FOLDER = /path|dir|folder|root|cwd|base/i

/** A sentence that mentions a file is not a path: its field is not named like one, and more than one of its words has no slash. */
function isSentence({ key, text }: Text): boolean {
  const words = text.trim().split(/\s+/)
  return !NAMES_FILES.test(key) && words.length > 2 && words.filter((word) => !/[\\/]/.test(word)).length > 1
}

/** The possible paths in a text: each of its lines, if its field name is one for files. */
function linesIn({ key, text }: Text): Text[] {
  const whole = text.trim()
  if (!/[\r\n]/.test(whole)) return [{ key, text: whole }]
  return NAMES_FILES.test(key) ? whole.split(/[\r\n]+/).map((line) => ({ key, text: line.trim() })) : []
}

/** The texts that may name files; a pattern and a folder also joined. Undefined if there are too many to check. */
function pathTexts(tool: string, texts: readonly Text[]): string[] | undefined {
  const isSearch = SEARCHES.test(tool)
  const named = texts
    .filter((one) => !PROSE.test(one.key) && !(isSearch && /pattern|query|regex/i.test(one.key)) && !isSentence(one))
    .flatMap(linesIn)
  const folders = named.filter(({ key }) => NAMES_FOLDER.test(key))
  const all = named.map(({ text }) => text)
  for (const folder of folders)
    for (const one of named) {
      // The paths of one list are not relative to each other.
      if (one.key === folder.key || /^[~/]/.test(one.text)) continue
      all.push(`${folder.text}/${one.text}`)
      if (all.length > 2 * MOST_TEXTS) return undefined
    }
  const found: string[] = []
  for (const text of all) {
    // Code and JSON also have braces, which are not lists of names.
    for (const one of braces(text) ?? [text]) found.push(one)
    if (found.length > 4 * MOST_TEXTS) return undefined
  }
  return found
}

function pathMatches(text: string, { tool, kind }: { tool: string; kind: string }, place: Place): Match[] {
  const from = segmentsOf(place.cwd ?? place.root ?? UNKNOWN, [UNKNOWN], place)
  const path = segmentsOf(text.trim(), from, place)
  const isWrite = kind === 'edit' || (kind === 'mcp' && WRITES.test(tool))
  const isDelete = kind === 'mcp' && DELETES.test(tool)
  const isDeep = DEEP.test(tool)
  const folder = isDeep ? withoutStars(path) : path
  const reach = onlyLists(tool) && !isDeep ? undefined : credentialAt(folder, isDeep, place)
  const isKey = reach?.rule === 'private-key-files' || reach?.rule === 'env-files'
  const guarded = isWrite ? guardedAt(path, place, isDelete || /move|rename/i.test(tool)) : undefined
  const deleted = isDelete ? riskyDeletes({ ...NO_STEP, args: ['-r', text], cwd: from }, place) : []
  return [
    ...(reach === undefined || (isWrite && isKey) ? [] : [reach]),
    ...(guarded === undefined ? [] : [guarded]),
    ...(/director|folder|recursive/i.test(tool) ? deleted.map((detail) => ({ rule: 'recursive-delete', detail })) : []),
  ]
}

function onlyLists(tool: string): boolean {
  const own = wordsIn(tool.replace(/^.+__/, '')).join('_')
  return LISTS.test(own) && !READS.test(own)
}

const NO_STEP = { program: 'rm', written: 'rm', folders: [], redirects: [], isRemote: false }

function withoutStars(path: PathSegments): PathSegments {
  let end = path.length
  while (end > 1 && /^[*\uFFFC]+(?:\.\*)?$/.test(path[end - 1]!)) end -= 1
  return path.slice(0, end)
}

function commandMatches(tool: string, kind: string, input: Readonly<Record<string, unknown>>, place: Place): Match[] {
  const runs = kind === 'mcp' && wordsIn(tool).some((word) => RUNS.test(word))
  const commands: (string | readonly string[])[] = []
  const codes: string[] = []
  for (const [key, value] of Object.entries(input)) {
    const texts = textsIn(value, key).map(({ text }) => text)
    if (PROSE.test(key) || texts.length === 0) continue
    if (CODE.test(key)) codes.push(...texts)
    if (!COMMAND.test(key) && !(runs && !CODE.test(key))) continue
    // A list may be several commands, or the words of one.
    const isList = Array.isArray(value) || (typeof value === 'string' && texts.length > 1)
    commands.push(...texts, ...(isList ? [texts] : []))
  }
  const args = input.args ?? input.arguments
  const program = [input.command, input.cmd, input.program, input.executable].find((value) => typeof value === 'string')
  if (program !== undefined && Array.isArray(args))
    commands.push([program as string, ...args.filter((arg): arg is string => typeof arg === 'string')])
  const fromCode = codes.flatMap((code) => [
    ...commandsInCode(code).flatMap((text) => commandText(text, place)),
    ...pathsInCode(code).flatMap((text) => credentialAt(segmentsOf(text, [UNKNOWN], place), false, place) ?? []),
  ])
  return [
    ...commands.slice(0, MOST_COMMANDS).flatMap((command) => commandText(command, place)),
    ...(commands.length > MOST_COMMANDS ? [UNREAD] : []),
    ...fromCode,
  ]
}

function commandText(command: string | readonly string[], place: Place): Match[] {
  if (typeof command !== 'string')
    return shellMatches(
      [{ words: command.map((text) => ({ text, literal: true })), piped: false }],
      command.join(' '),
      place,
    )
  return command.length > LONGEST_COMMAND ? [UNREAD] : shellMatches(simpleCommands(command), command, place)
}

/** The rules that match the name of a server's tool, or SQL in its input. */
function serviceMatches(
  tool: string,
  kind: string,
  texts: readonly Text[],
  input: Readonly<Record<string, unknown>>,
): Match[] {
  if (kind !== 'mcp') return []
  const isForced =
    /force/i.test(tool) || input.force === true || texts.some(({ text }) => /^(?:--force|-f|\+\S+)$/.test(text))
  const pushes = /push|update_?ref|update_?branch/i.test(tool) && isForced
  const sql = DATABASE.test(tool) || texts.some(({ key }) => /^(?:sql|statement|statements)$/i.test(key))
  return [
    ...(pushes ? [{ rule: 'force-push' }] : []),
    ...namedRules(tool, input).map((rule) => ({ rule, detail: tool })),
    ...(sql && texts.some(({ key, text }) => !PROSE.test(key) && isDestructiveSql(text))
      ? [{ rule: 'sql-destroy' }]
      : []),
  ]
}
