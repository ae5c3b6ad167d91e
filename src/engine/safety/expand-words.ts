import { type CommandWord, simpleCommands } from '../shell/command-line.ts'
import { closing, endOf } from '../shell/shell-brackets.ts'
import { programIn, unwrapped } from '../shell/started-programs.ts'
import { UNKNOWN } from './globs.ts'
import { type PathSegments, type Place, segmentsOf, shownPath } from './path-segments.ts'
import { type Feeder, pipedNames } from './piped-names.ts'
import { type Alias, formatted, printedText } from './predicted-output.ts'

/** The state of a shell at some point of a command: its folder, and the values of its variables. */
export interface ShellState {
  cwd: PathSegments
  previous: PathSegments
  readonly variables: Map<string, readonly string[]>
  /** What the command wrote into files. */
  readonly files: Map<string, string>
  aliases: readonly Alias[]
  readonly place: Place
  /** How many more letters the expansion of variables and braces may produce; below zero, something was left out. */
  left: number
}

const MOST_VALUES = 5_000
const MOST_REPLACED = 1_000_000
const EXPANDS = /[$`{]/

/**
 * The possible expansions of a word: variables that the text itself sets are replaced, `{a,b}` gives both, and values that only the running shell knows are UNKNOWN.
 *
 * After `K=~/.ssh`, the word `$K/{a,b}` gives `~/.ssh/a` and `~/.ssh/b`.
 */
export function expanded(text: string, state: ShellState): readonly string[] {
  if (!EXPANDS.test(text)) return [text]
  // The text itself also uses up the allowance, because nested words are expanded again.
  state.left -= text.length
  if (state.left < 0) return [UNKNOWN]
  let values: string[] = ['']
  let at = 0
  while (at < text.length) {
    const { pieces, end } = pieceAt(text, at, state)
    at = end
    // A single piece is appended to each value; several pieces multiply the values, and cost accordingly.
    state.left -= pieces.length === 1 ? values.length : lengthOf(pieces) * values.length
    if (state.left < 0) return [UNKNOWN]
    values = values.flatMap((value) => pieces.map((piece) => value + piece))
  }
  const all = values.flatMap((value) => {
    const parts = braces(value)
    // In a shell, quoted text such as JSON is not a list.
    if (parts === undefined && !/[\s"']/.test(value)) state.left = -1
    return parts ?? [value]
  })
  state.left -= lengthOf(all)
  return state.left < 0 ? [UNKNOWN] : all
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length + 1, 0)
}

interface Piece {
  readonly pieces: readonly string[]
  readonly end: number
}

function pieceAt(text: string, at: number, state: ShellState): Piece {
  const char = text[at]!
  if (char === '`') {
    const end = endOf('`', text, at + 1, true)
    return { pieces: substituted(text.slice(at + 1, end), state), end: end + 1 }
  }
  if (char !== '$') return plainTo(text, at)
  if (text[at + 1] === '(') {
    const end = closing(text, at + 2, '()')
    return { pieces: substituted(text.slice(at + 2, end), state), end: end + 1 }
  }
  if (text[at + 1] === '{') {
    const end = closing(text, at + 2, '{}')
    return { pieces: parameter(text.slice(at + 2, end), state), end: end + 1 }
  }
  const name = /^\$(env:)?([A-Za-z_]\w*|[0-9@*#?!$-])/i.exec(text.slice(at, at + 200))
  if (name === null) return { pieces: ['$'], end: at + 1 }
  return { pieces: variableValue(name[2]!, state), end: at + name[0].length }
}

function plainTo(text: string, at: number): Piece {
  let end = at + 1
  while (end < text.length && !'$`'.includes(text[end]!)) end += 1
  return { pieces: [text.slice(at, end)], end }
}

function variableValue(name: string, { variables, cwd, previous, place }: ShellState): readonly string[] {
  const known = variables.get(name)
  if (known !== undefined) return known
  switch (name.toUpperCase()) {
    case 'PWD':
      return [shell(cwd)]
    case 'OLDPWD':
      return [shell(previous)]
    case 'CLAUDE_PROJECT_DIR':
      return [place.root ?? UNKNOWN]
    default:
      return [USUAL.get(name.toUpperCase()) ?? UNKNOWN]
  }
}

/** The usual values of variables; the last are where programs look for their credentials. */
const USUAL = new Map(
  `HOME=~,USERPROFILE=~,TMPDIR=/tmp/x,TEMP=/tmp/x,TMP=/tmp/x,APPDATA=~/AppData/Roaming,LOCALAPPDATA=~/AppData/Local,XDG_CONFIG_HOME=~/.config,IFS= ,KUBECONFIG=~/.kube/config,AWS_SHARED_CREDENTIALS_FILE=~/.aws/credentials,GOOGLE_APPLICATION_CREDENTIALS=~/.config/gcloud/application_default_credentials.json,PGPASSFILE=~/.pgpass`
    .split(',')
    .map((pair) => pair.split('=') as [string, string]),
)

/** A path, written as a word. */
export function shell(path: PathSegments): string {
  return path.includes(UNKNOWN) ? path.join('/') : shownPath(path)
}

/** The content of `${…}`: a name, and an operation on its value. */
function parameter(inner: string, state: ShellState): readonly string[] {
  const [whole, name = '', , operation = '', rest = ''] =
    /^([A-Za-z_]\w*|\d+|[@*])(\[[^\]]*\])?(:?[-=+?]|\/\/?|[%#]{1,2}|:|\^\^?|,,?)?(.*)$/s.exec(inner) ?? []
  if (whole === undefined) return [UNKNOWN]
  const values = variableValue(name, state)
  const isKnown = values.some((value) => value !== UNKNOWN)
  if (operation === '') return values
  if (/^:?[-=?]$/.test(operation)) return isKnown ? values : expanded(rest, state)
  if (operation.endsWith('+')) return expanded(rest, state)
  return values.map((value) => changed(value, operation, rest))
}

function changed(value: string, operation: string, rest: string): string {
  if (operation === '/' || operation === '//') {
    const [from = '', to = ''] = rest.split('/')
    if (from === '' || /[*?[]/.test(from) || value.length * to.length > MOST_REPLACED) return UNKNOWN
    return operation === '//' ? value.replaceAll(from, () => to) : value.replace(from, () => to)
  }
  if (operation === '%/*' || (operation.startsWith('%') && rest === '/*')) return value.replace(/\/[^/]*$/, '')
  if (operation.startsWith('%') && value.endsWith(rest)) return value.slice(0, value.length - rest.length)
  if (operation.startsWith('#') && value.startsWith(rest)) return value.slice(rest.length)
  if (operation === ':' && /^\d{1,4}(:\d{1,4})?$/.test(rest)) {
    const [from, length] = rest.split(':').map(Number)
    return value.slice(from, length === undefined ? undefined : from! + length)
  }
  return operation.startsWith(',') ? value.toLowerCase() : UNKNOWN
}

const LISTS =
  /\b(?:g?find|bfs|fd|[pm]?locate|mdfind|ls|echo|printf|cat|base64|xxd|rev|git (?:ls-files|branch|tag|for-each-ref))\b/

/** The output of a substitution, if its text shows it: one text, or the names that a search or a list may give. */
export function substituted(text: string, state: ShellState): readonly string[] {
  const command = text.trim()
  state.left -= command.length
  if (state.left < 0) return [UNKNOWN]
  if (command === 'pwd') return [shell(state.cwd)]
  if (command.startsWith('git rev-parse --show-toplevel')) return [state.place.root ?? UNKNOWN]
  if (/^mktemp\b/.test(command)) return ['/tmp/x']
  const commands = simpleCommands(command).filter(({ depth }) => depth === undefined)
  const [first] = commands
  const isOne = commands.length === 1 && !/[|;&\n]/.test(command)
  if (isOne && /^(?:echo|printf|realpath|readlink|dirname|basename|which|command|type)\b/.test(command))
    return [printedBy(first!.words, state)]
  if (!LISTS.test(command)) return [UNKNOWN]
  let last: Feeder | undefined
  for (const { words, piped, input } of commands) {
    const [program, ...args] = unwrapped(words)
    const texts = args.flatMap(({ text, literal }) => (literal ? [text] : expanded(text, state)))
    const name = program === undefined ? '' : (programIn(program) ?? '')
    const kept =
      input ??
      (name === 'cat'
        ? texts.flatMap((text) => state.files.get(segmentsOf(text, state.cwd, state.place).join('/')) ?? [])[0]
        : undefined)
    last = { program: name, args: texts, feeder: piped ? last : undefined, input: kept }
  }
  const printed = /^(?:cat|tee|base64|xxd|openssl|rev)$/.test(last?.program ?? '') ? printedText(last) : undefined
  if (printed !== undefined) return [printed]
  return pipedNames(last)
}

function printedBy(words: readonly CommandWord[], state: ShellState): string {
  const [program = '', ...args] = words.map(({ text }) => expanded(text, state)[0]!)
  const operands = args.filter((arg) => !/^-\w+$/.test(arg))
  if (program === 'printf') return formatted(operands)
  if (program === 'dirname') return operands[0]?.replace(/\/[^/]*$/, '') ?? UNKNOWN
  if (program === 'basename') return operands[0]?.replace(/^.*\//, '') ?? UNKNOWN
  return operands.join(' ')
}

/** Expands `{a,b}`, also nested; undefined if there are too many. */
export function braces(text: string): string[] | undefined {
  const closed = closedBraces(text)
  if (closed.size === 0) return [text]
  // For each open brace: the complete pieces before the last comma, and the one in progress.
  const open: { readonly done: string[]; now: string[]; commas: number }[] = [{ done: [], now: [''], commas: 0 }]
  let work = 0
  const add = (pieces: readonly string[]): boolean => {
    const top = open.at(-1)!
    work += top.now.length * pieces.length
    if (work > MOST_VALUES + text.length) return false
    top.now = top.now.flatMap((value) => pieces.map((piece) => value + piece))
    return true
  }
  for (const { 0: piece, index } of text.matchAll(/[^{},]+|[{},]/g)) {
    const top = open.at(-1)!
    if (piece === '{' && closed.has(index)) open.push({ done: [], now: [''], commas: 0 })
    else if (piece === ',' && open.length > 1) {
      for (const value of top.now) top.done.push(value)
      top.now = ['']
      top.commas += 1
    } else if (piece === '}' && closed.has(index)) {
      open.pop()
      const all = top.commas === 0 ? top.now.map((value) => `{${value}}`) : [...top.done, ...top.now]
      if (!add(all)) return undefined
    } else if (!add([piece])) return undefined
  }
  return open[0]!.now
}

/** The positions of the braces that have a partner. */
function closedBraces(text: string): ReadonlySet<number> {
  const open: number[] = []
  const closed = new Set<number>()
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index)
    else if (open.length > 0) closed.add(open.pop()!).add(index)
  }
  return closed
}
