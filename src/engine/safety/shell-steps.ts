import { withoutUndefined } from '../../domain/sets.ts'
import { type CommandWord, type SimpleCommand, simpleCommands } from '../shell/command-line.ts'
import { SHELLS } from '../shell/program-launchers.ts'
import { commandInVariable, programIn, scriptOf, UNREADABLE, unwrapped } from '../shell/started-programs.ts'
import { expanded, type ShellState } from './expand-words.ts'
import { UNKNOWN } from './globs.ts'
import { readsCode } from './inline-code.ts'
import { type InnerStep, startedBy } from './inner-steps.ts'
import { type PathSegments, type Place, segmentsOf } from './path-segments.ts'
import { type Alias, decoded, printedText, readsDecoded, scriptsIn } from './predicted-output.ts'
import { assign, changeState, fileText, folderOf, foldersIn, readText, setOperands } from './shell-state.ts'

/** One program that a command would start, with its surroundings as far as the text shows them. */
export interface ShellStep {
  /** In lower case, without its folder; empty if the text does not show it. */
  readonly program: string
  readonly args: readonly string[]
  /** The words before variables and substitutions are expanded. */
  readonly written: string
  readonly cwd: PathSegments
  /** Other folders to which relative names may refer: `tar -C`, `git -C`. */
  readonly folders: readonly PathSegments[]
  readonly redirects: readonly { readonly text: string; readonly writes: boolean }[]
  readonly input?: string
  /** The step whose output it reads. */
  readonly feeder?: ShellStep
  /** It runs in a container or on another machine: its paths are not ours. */
  readonly isRemote: boolean
  /** Paths that stand for others on this machine because of the command itself. */
  readonly aliases?: readonly Alias[]
}

const MOST_STEPS = 2_000
const DEEPEST = 20
const MOST_READ_AGAIN = 100_000
const MOST_PUT_IN = 500_000

interface Walk {
  readonly state: ShellState
  readonly steps: ShellStep[]
  left: number
  /** The commands of functions and aliases that the text defines. */
  readonly bodies: Map<string, readonly SimpleCommand[]>
  /** Nothing was skipped for its length or depth. */
  isWhole: boolean
}

interface Surroundings {
  readonly depth: number
  readonly isRemote: boolean
  readonly feeder?: ShellStep | undefined
  /** The functions and aliases around it; none is followed recursively. */
  readonly called?: readonly string[]
}

/** Every program that a command starts, in order, as far as its text shows: variables, `cd`, launchers, scripts and substitutions are followed. */
export function shellSteps(
  commands: readonly SimpleCommand[],
  place: Place,
): { readonly steps: readonly ShellStep[]; readonly isWhole: boolean } {
  const cwd = segmentsOf(place.cwd ?? place.root ?? UNKNOWN, [UNKNOWN], place)
  const state: ShellState = {
    cwd,
    previous: cwd,
    variables: new Map<string, readonly string[]>(),
    place,
    files: new Map<string, string>(),
    aliases: [],
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
    const step = walkCommand(walk, command, { ...around, ...withoutUndefined({ feeder }) })
    last[depth] = step ?? (command.piped ? last[depth] : undefined)
  }
}

/** Remembers the body of each function for its callers. */
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

/** `while read f; do …; done < <(find x)`: the input of a loop is at its end, and goes to `read` at its beginning. */
function withLoopInput(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  let ending: SimpleCommand | undefined
  const turned = commands.toReversed().map((command) => {
    if (command.words[0]?.text === 'done') ending = command
    if (ending === undefined || !/^(?:while|until)$/.test(command.words[0]?.text ?? '')) return command
    const fed = ending.words.filter(({ text }) => text.startsWith('<('))
    const input = command.input ?? ending.input
    ending = undefined
    return { ...command, words: [...command.words, ...fed], ...withoutUndefined({ input }) }
  })
  return turned.reverse()
}

function walkScript(walk: Walk, script: string, around: Surroundings): void {
  walk.left -= script.length
  if (around.depth >= DEEPEST || walk.left < 0) walk.isWhole = false
  else walkAll(walk, simpleCommands(script), { ...around, depth: around.depth + 1 })
}

/** Returns the first step of a command, as the input of the next. */
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
      aliases: state.aliases,
    }
  }
  const add = (one: ShellStep) => {
    walk.steps.push(one)
    return one
  }
  const [outer] = before
  const outerName = outer === undefined ? '' : (programIn(outer) ?? '')
  // These start other programs, and rules apply to them too.
  if (/^(?:node|tsx|env)$/.test(outerName)) add(step(outerName, before.concat(others).slice(1)))
  const [first, ...args] = others
  const inner = { ...around, depth: around.depth + 1 }
  for (const word of first?.text === 'export' ? words : before) {
    const held = commandInVariable(word)
    if (held !== undefined) walkScript(walk, held, inner)
    // A variable that loads code into other programs is checked as if it were exported.
    if (LOADS_CODE.test(word.text)) add(step('export', [word]))
  }
  if (first === undefined) {
    if (outerName === 'env') return walk.steps.at(-1)
    return redirects.length === 0 ? undefined : add(step('', []))
  }
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
  const own = add(withText(step(versionless(program), args), state))
  changeState(own, state)
  if (program === 'alias')
    for (const text of own.args) {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
      if (name !== undefined) keepBody(walk, name, simpleCommands(`${value} "$@"`))
    }
  const known = program === '' ? undefined : (scriptOf(program, args, kept) ?? writtenScript(own, first.text, state))
  const script = known === UNREADABLE ? printedText(own.feeder) : known
  if (isHidden(own, script)) walk.isWhole = false
  if (typeof script === 'string') {
    setOperands(operandsOf(own), state)
    walkScript(walk, WINDOWS.test(program) ? script.replaceAll('\\', '/') : script, inner)
  } else if (known !== UNREADABLE && program !== '')
    for (const next of startedBy(own, args, state)) walkInner(walk, next, inner)
  return own
}

const WINDOWS = /^(?:cmd|pwsh|powershell)$/
/** Variables that load code into other programs, or silence a client. */
export const LOADS_CODE =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|ZDOTDIR|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|NODE_OPTIONS|PYTHONSTARTUP|(?:OPENCODE|KILO)_\w+|COPILOT_ALLOW_ALL|GOOSE_MODE)=/

/** The command that a program starts; in a container, with its mounted folders. */
function walkInner(walk: Walk, { command, remote }: InnerStep, around: Surroundings): void {
  const { state } = walk
  const { cwd, aliases } = state
  if (remote !== undefined) {
    state.aliases = [...aliases, ...remote.aliases]
    if (remote.folder !== undefined) state.cwd = segmentsOf(remote.folder, ['/'], state.place)
  }
  const inside = { ...around, isRemote: around.isRemote || remote !== undefined }
  if (typeof command === 'string') walkScript(walk, command, inside)
  else walkCommand(walk, { words: command.filter(({ text }) => text !== ''), piped: false }, inside)
  if (remote !== undefined) Object.assign(state, { cwd, aliases })
}

/** A step with the text of a file that the command wrote earlier and the step names, or of the pipe that it runs. */
function withText(step: ShellStep, state: ShellState): ShellStep {
  if (step.input !== undefined) return step
  const named = /^g?make$/.test(step.program) ? [...step.args, 'Makefile', 'makefile'] : step.args
  const found = named.flatMap((arg) => fileText(arg.replace(/^.*[=@]/, ''), step, state) ?? [])[0]
  const input = found ?? (readsCode(step.program) ? printedText(step.feeder) : undefined)
  return input === undefined ? step : { ...step, input }
}

/** The script that a step runs from a file written earlier, a pipe or `<(…)`: `sh x`, `. x`, `./x`. */
function writtenScript(step: ShellStep, first: string, state: ShellState): string | undefined {
  if (SHELLS.test(step.program) || /^(?:source|\.)$/.test(step.program))
    return WINDOWS.test(step.program)
      ? decoded(step.args)
      : step.args.flatMap((arg) => readText(arg, step, state) ?? [])[0]
  if (/^(?:p?npm|yarn|bun)$/.test(step.program)) {
    const manifest = fileText('package.json', step, state)
    if (manifest !== undefined) return scriptsIn(manifest)
  }
  return first.includes('/') ? fileText(first, step, state) : undefined
}

/** Whether it runs decoded text that cannot be read. */
function isHidden({ program, feeder, written }: ShellStep, script: unknown): boolean {
  if (SHELLS.test(program) && script === undefined) return readsDecoded(feeder)
  if (readsCode(program)) return readsDecoded(feeder) && printedText(feeder) === undefined
  if (program !== 'eval' || typeof script !== 'string' || !script.includes(UNKNOWN)) return false
  return /\b(?:base64|base32|openssl|gpg)\b[^|]*\s-?-d|\bxxd\b[^|]*\s-\w*r|\b(?:gunzip|zcat)\b/.test(written)
}

/** The operands of a script: the words after its text or its file. */
function operandsOf({ args }: ShellStep): string[] {
  const script = args.findIndex((arg) => /^-\w*c$/.test(arg))
  return script === -1 ? args.filter((arg) => !arg.startsWith('-')).slice(1) : args.slice(script + 3)
}

/** Expands the variables in words; an unquoted one with several words becomes several. */
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

/** `npx mettle@latest` and `deno run npm:mettle` start mettle. */
function versionless(program: string): string {
  return program.replace(/^npm:|(?<=.)@[^/]*$/g, '')
}

function launched(words: readonly CommandWord[]): [CommandWord[], CommandWord[]] {
  const others = unwrapped(words)
  return [words.slice(0, words.length - others.length), [...others]]
}
