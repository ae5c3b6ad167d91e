import { type CommandWord, type SimpleCommand, simpleCommands } from '../shell/command-line.ts'
import {
  foundAndRun,
  innerCommands,
  programIn,
  repeated,
  scriptOf,
  UNREADABLE,
  unwrapped,
} from '../shell/started-programs.ts'
import { fedNames, foundNames } from './fed-names.ts'
import { UNKNOWN } from './globs.ts'
import { HOME, type PathSegments, type Place, segmentsOf } from './path-segments.ts'
import { expanded, type ShellState, substituted } from './shell-words.ts'

/** One program that a command would start, with what the text says of its surroundings. */
export interface ShellStep {
  /** In lower case, without its folder; empty where the text does not say. */
  readonly program: string
  readonly args: readonly string[]
  /** The words before anything was put in for variables and substitutions. */
  readonly written: string
  readonly cwd: PathSegments
  /** Other folders that relative names may be meant from: `tar -C`, `git -C`. */
  readonly folders: readonly PathSegments[]
  readonly redirects: readonly { readonly text: string; readonly writes: boolean }[]
  readonly input?: string
  /** The step whose output it reads. */
  readonly feeder?: ShellStep
  /** It runs in a container or on another machine: its paths are not ours. */
  readonly isRemote: boolean
}

const MOST_STEPS = 2_000
const DEEPEST = 20
const MOST_READ_AGAIN = 100_000
const MOST_PUT_IN = 500_000
const MOST_FED = 20_000

interface Walk {
  readonly state: ShellState
  readonly steps: ShellStep[]
  left: number
  /** The commands of functions and aliases that the text defines. */
  readonly bodies: Map<string, readonly SimpleCommand[]>
  /** Nothing was left out for its length or depth. */
  isWhole: boolean
}

interface Surroundings {
  readonly depth: number
  readonly isRemote: boolean
  readonly feeder?: ShellStep | undefined
  /** The functions and aliases that it stands in; none is followed into itself. */
  readonly called?: readonly string[]
}

/** Every program that a command starts, in order, as far as its text says: variables, `cd`, launchers, scripts and substitutions are followed. */
export function shellSteps(
  commands: readonly SimpleCommand[],
  place: Place,
): { readonly steps: readonly ShellStep[]; readonly isWhole: boolean } {
  const cwd = segmentsOf(place.cwd ?? place.root ?? UNKNOWN, [UNKNOWN], place)
  const state = {
    cwd,
    previous: cwd,
    variables: new Map<string, readonly string[]>(),
    place,
    left: MOST_PUT_IN,
  }
  const walk: Walk = { state, steps: [], bodies: new Map(), left: MOST_READ_AGAIN, isWhole: true }
  walkAll(walk, commands, { depth: 0, isRemote: false })
  return { steps: walk.steps, isWhole: walk.isWhole && state.left >= 0 }
}

function walkAll(walk: Walk, commands: readonly SimpleCommand[], around: Surroundings): void {
  // The last step of each depth of substitution: what a pipe at that depth reads from.
  const last: (ShellStep | undefined)[] = []
  keepBodies(commands, walk)
  for (const command of withLoopInput(commands)) {
    const depth = command.depth ?? 0
    const feeder = command.piped ? last[depth] : around.feeder
    const step = walkCommand(walk, command, { ...around, ...(feeder === undefined ? {} : { feeder }) })
    last[depth] = step ?? (command.piped ? last[depth] : undefined)
  }
}

/** Keeps what each function does for those who call it. */
function keepBodies(commands: readonly SimpleCommand[], walk: Walk): void {
  for (const [at, { words, defines }] of commands.entries()) {
    const [first, second] = words
    const isWritten = first?.text === 'function' && second !== undefined
    if (!defines && !isWritten) continue
    const until = commands.findIndex((next, index) => index > at && next.words[0]?.text === '}')
    const body = commands.slice(at + 1, until === -1 ? undefined : until)
    // `function f { rm …` has its first command on the same line.
    const rest = words.slice(words[2]?.text === '{' ? 3 : 2)
    const own = isWritten && rest.length > 0 ? [{ words: rest, piped: false }] : []
    keepBody(walk, (isWritten ? second : first!).text, [...own, ...body])
  }
}

function keepBody(walk: Walk, name: string, body: readonly SimpleCommand[]): void {
  walk.bodies.set(name, body)
  if (walk.bodies.size > MOST_BODIES) walk.isWhole = false
}

const MOST_BODIES = 200

/** `while read f; do …; done < <(find x)`: what a loop reads stands at its end, and is what `read` at its beginning gets. */
function withLoopInput(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  let ending: SimpleCommand | undefined
  const turned = commands.toReversed().map((command) => {
    if (command.words[0]?.text === 'done') ending = command
    if (ending === undefined || !/^(?:while|until)$/.test(command.words[0]?.text ?? '')) return command
    const fed = ending.words.filter(({ text }) => text.startsWith('<('))
    const input = command.input ?? ending.input
    ending = undefined
    return { ...command, words: [...command.words, ...fed], ...(input === undefined ? {} : { input }) }
  })
  return turned.reverse()
}

function walkScript(walk: Walk, script: string, around: Surroundings): void {
  walk.left -= script.length
  if (around.depth >= DEEPEST || walk.left < 0) walk.isWhole = false
  else walkAll(walk, simpleCommands(script), { ...around, depth: around.depth + 1 })
}

/** The step that begins a command, for what reads from it. */
function walkCommand(walk: Walk, command: SimpleCommand, around: Surroundings): ShellStep | undefined {
  if (command.isUnread || walk.steps.length >= MOST_STEPS || around.depth >= DEEPEST || walk.left < 0) {
    walk.isWhole = false
    return undefined
  }
  walk.left -= command.words.length
  const { state } = walk
  const words = expandedWords(command.words, state)
  const kept = { ...command, words }
  const assigned = new Set<string>()
  for (const { text } of words) {
    if (!assign(text, state, assigned)) break
  }
  const [before, others] = launched(words)
  const cwd = folderOf(before, state) ?? state.cwd
  const redirects = (command.redirects ?? []).flatMap(({ text, literal, writes }) =>
    (literal ? [text] : expanded(text, state)).map((one) => ({ text: one, writes })),
  )
  const step = (program: string, args: readonly CommandWord[]): ShellStep => {
    const texts = args.map(({ text }) => text)
    return {
      program,
      args: texts,
      written: command.words.map(({ text }) => text).join(' '),
      cwd,
      folders: foldersIn(texts, cwd, state),
      redirects,
      isRemote: around.isRemote,
      input: command.input,
      feeder: around.feeder,
    }
  }
  const add = (one: ShellStep) => {
    walk.steps.push(one)
    return one
  }
  const [outer] = before
  const outerName = outer === undefined ? '' : (programIn(outer) ?? '')
  // These start others, and have something to say themselves.
  if (/^(?:node|tsx|env)$/.test(outerName)) add(step(outerName, before.concat(others).slice(1)))
  const [first, ...args] = others
  if (first === undefined) {
    if (outerName === 'env') return walk.steps.at(-1)
    return redirects.length === 0 ? undefined : add(step('', []))
  }
  const inner = { ...around, depth: around.depth + 1 }
  if (others.length === 1 && /\s/.test(first.text) && (before.length > 0 || around.depth > 0)) {
    walkScript(walk, WINDOWS.test(outerName) ? first.text.replaceAll('\\', '/') : first.text, inner)
    return undefined
  }
  const program = programIn(first) ?? ''
  const { called = [] } = around
  const body = command.defines ? undefined : walk.bodies.get(first.text)
  if (body !== undefined && !called.includes(first.text)) {
    setOperands(
      args.map(({ text }) => text),
      state,
    )
    walkAll(walk, body, { ...inner, called: [...called, first.text] })
  }
  const own = add(step(versionless(program), args))
  changeState(own, state)
  if (program === 'alias')
    for (const text of own.args) {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
      if (name !== undefined) keepBody(walk, name, simpleCommands(`${value} "$@"`))
    }
  const known = program === '' ? undefined : scriptOf(program, args, kept)
  const script = known === UNREADABLE ? printedInto(own) : known
  if (typeof script === 'string')
    walkScript(walk, WINDOWS.test(program) ? script.replaceAll('\\', '/') : script, inner)
  else if (known !== UNREADABLE && program !== '')
    for (const next of startedBy(own, args, state)) {
      const words = next.words.filter(({ text }) => text !== '')
      walkCommand(walk, { words, piped: false }, { ...inner, isRemote: next.isRemote || around.isRemote })
    }
  return own
}

const WINDOWS = /^(?:cmd|pwsh|powershell)$/

/** What a shell reads from a pipe, where the text says so: `echo ls | sh`. */
function printedInto({ feeder }: ShellStep): string | undefined {
  if (feeder === undefined || !/^(?:echo|printf|cat)$/.test(feeder.program)) return undefined
  return feeder.input ?? feeder.args.filter((arg) => !/^-[neE]+$/.test(arg)).join(' ')
}

/** Words with what variables hold; an unquoted one that holds several words becomes several. */
function expandedWords(words: readonly CommandWord[], state: ShellState): CommandWord[] {
  return words.flatMap((word) => {
    if (word.literal) return [word]
    const isAlone = /^\$\w+$|^\$\{\w+\}$/.test(word.text)
    return expanded(word.text, state).flatMap((text) => {
      const parts = isAlone && /\s/.test(text) ? text.trim().split(/\s+/) : [text]
      return parts.map((part) => ({ text: part, literal: !part.includes(UNKNOWN) }))
    })
  })
}

/** `npx mettle@latest` starts mettle. */
function versionless(program: string): string {
  return program.replace(/(?<=.)@[^/]*$/, '')
}

function launched(words: readonly CommandWord[]): [CommandWord[], CommandWord[]] {
  const others = unwrapped(words)
  return [words.slice(0, words.length - others.length), [...others]]
}

/** `K=value`, also `A+=value`; false for any other word. */
function assign(text: string, state: ShellState, assigned = new Set<string>()): boolean {
  const [whole, name, isMore, value = ''] = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?(\+)?=(.*)$/s.exec(text) ?? []
  if (whole === undefined) return false
  const known = state.variables.get(name!) ?? []
  const before = isMore && known.length > 0 ? known : ['']
  state.left -= before.length
  const values = before.map((old) => old + value)
  // A word that may become several gives its variable all of them.
  const others = assigned.has(name!) && !isMore ? known : []
  state.left -= others.length
  state.variables.set(name!, [...others, ...values])
  assigned.add(name!)
  return true
}

/** `$1`, `$2` and `$@`. */
function setOperands(operands: readonly string[], { variables }: ShellState): void {
  for (const [place, operand] of operands.entries()) variables.set(String(place + 1), [operand])
  for (const all of ['@', '*']) variables.set(all, operands)
}

/** What a program reads by `<(…)`, as `xargs -a <(find x)` and `mapfile a < <(find x)` do. */
function printedFor(args: readonly string[], state: ShellState): readonly string[] | undefined {
  const [, inner] = /^(?:-a|--arg-file=)?<\((.*)\)$/s.exec(args.find((arg) => arg.includes('<(')) ?? '') ?? []
  if (inner === undefined) return undefined
  return substituted(inner, state).flatMap((text) => text.split(/\s+/))
}

/** What a step changes for those behind it. */
function changeState(step: ShellStep, state: ShellState): void {
  const { program, args, feeder, input } = step
  const go = (to: PathSegments) => {
    state.previous = state.cwd
    state.cwd = to
  }
  const operands = args.filter((arg) => !/^-[A-Za-z]*$/.test(arg))
  if (/^(?:cd|pushd|chdir|sl|set-location)$/.test(program)) {
    const to = args.includes('-') ? state.previous : segmentsOf(operands[0] ?? '~', state.cwd, state.place)
    go(operands.length === 0 && !args.includes('-') ? HOME : to)
  } else if (program === 'popd') go(state.previous)
  else if (/^(?:export|local|declare|typeset|readonly)$/.test(program))
    for (const arg of args) assign(arg, state)
  else if (program === 'for' || program === 'select') {
    const name = args[0]?.replace(/\+$/, '') ?? ''
    const before = name === args[0] ? [] : (state.variables.get(name) ?? [])
    if (args[1] === 'in') state.variables.set(name, [...before, ...args.slice(2)])
  } else if (program === 'read' || program === 'mapfile' || program === 'readarray') {
    const values =
      printedFor(args, state) ?? (input === undefined ? fedNames(feeder) : expanded(input.trim(), state))
    for (const name of operands) if (values.length > 0) state.variables.set(name, values)
  } else if (program === 'set') {
    const at = args.indexOf('--')
    if (at !== -1) setOperands(args.slice(at + 1), state)
  } else if (program === 'printf' && args[0] === '-v' && args[1] !== undefined)
    state.variables.set(args[1], [args.slice(3).join('') || args[2] || UNKNOWN])
}

/** Folders that a launcher or a program goes to by an option. */
function folderOf(words: readonly CommandWord[], state: ShellState): PathSegments | undefined {
  const texts = words.map(({ text }) => text)
  return foldersIn(texts, state.cwd, state).at(-1)
}

const GOES_TO = /^(?:-C|-D|--directory|--chdir|--cwd|--prefix|--work-tree)$/

function foldersIn(args: readonly string[], cwd: PathSegments, { place }: ShellState): PathSegments[] {
  const found: PathSegments[] = []
  let from = cwd
  for (const [at, arg] of args.entries()) {
    const attached = /^(?:--directory|--chdir|--cwd|--prefix|--work-tree)=(.+)$/.exec(arg)?.[1]
    const near = /^-C(.+)$/.exec(arg)?.[1]
    const to = attached ?? near ?? (GOES_TO.test(arg) ? args[at + 1] : undefined)
    if (to === undefined) continue
    from = segmentsOf(to, from, place)
    found.push(from)
  }
  return found
}

interface Inner {
  readonly words: readonly CommandWord[]
  readonly isRemote: boolean
}

/** What a program starts besides itself. */
function startedBy(step: ShellStep, args: readonly CommandWord[], state: ShellState): Inner[] {
  const { program } = step
  const here = (words: readonly CommandWord[]): Inner => ({ words, isRemote: false })
  if (program === 'xargs' || program === 'parallel') {
    const names =
      printedFor(step.args, state) ??
      (step.input === undefined ? fedNames(step.feeder) : step.input.trim().split(/\s+/))
    const fed = names.map((text) => ({ text, literal: !text.includes(UNKNOWN) }))
    const words = repeated(program, args).slice(0, -1)
    const marks = words.filter(({ text }) => text === '{}' || text === '%').length
    // Each name once is enough where names and places for them are many.
    if (marks === 0 || marks * fed.length > MOST_FED) return [here([...words, ...fed])]
    return [here(words.flatMap((word) => (word.text === '{}' || word.text === '%' ? fed : [word])))]
  }
  if (program === 'find' || program === 'fd') {
    const found = foundNames(step).map((text) => ({ text, literal: false }))
    const runs = foundAndRun(args)
    return runs.map((words) => here(words.flatMap((word) => (word.text === '{}' ? found : [word]))))
  }
  const remote = remoteCommand(program, step.args)
  if (remote !== undefined)
    return [{ words: remote.map((text) => ({ text, literal: true })), isRemote: true }]
  return innerCommands(program, args).map(here)
}

const RUNS_REMOTELY =
  /^(?:docker|podman|nerdctl|kubectl|oc|docker-compose|ssh|lxc|vagrant|fly|flyctl|heroku)$/
const VALUED =
  /^(?:-[ecuwnvpilmhoFJLRWSbBIQ]|--env|--user|--workdir|--name|--network|--volume|--mount|--publish|--entrypoint|--namespace|--context|--container|--index|--env-file|--platform|--label|--memory|--cpus)$/

/** The words that run in a container or on another machine. */
function remoteCommand(program: string, args: readonly string[]): readonly string[] | undefined {
  if (!RUNS_REMOTELY.test(program)) return undefined
  const dashes = args.indexOf('--')
  if (/^(?:kubectl|oc)$/.test(program))
    return args.includes('exec') && dashes !== -1 ? args.slice(dashes + 1) : undefined
  const isSsh = program === 'ssh' || program === 'vagrant'
  const verb = isSsh ? -1 : args.findIndex((arg) => arg === 'exec' || arg === 'run')
  if (!isSsh && (verb === -1 || verb > 3)) return undefined
  let at = verb + 1
  while (at < args.length && args[at]!.startsWith('-')) at += VALUED.test(args[at]!) ? 2 : 1
  const words = args.slice(at + 1)
  return words.length === 0 ? undefined : words
}
