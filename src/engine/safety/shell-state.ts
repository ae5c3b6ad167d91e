import type { CommandWord } from '../shell/command-line.ts'
import { expanded, type ShellState, substituted } from './expand-words.ts'
import { UNKNOWN } from './globs.ts'
import { HOME, isUnder, type PathSegments, segmentsOf } from './path-segments.ts'
import { pipedNames } from './piped-names.ts'
import { printedText } from './predicted-output.ts'
import type { ShellStep } from './shell-steps.ts'

/** `K=value`, also `A+=value`; false for any other word. */
export function assign(text: string, state: ShellState, assigned = new Set<string>()): boolean {
  const [whole, name, isMore, value = ''] = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?(\+)?=(.*)$/s.exec(text) ?? []
  if (whole === undefined) return false
  const known = state.variables.get(name!) ?? []
  const before = isMore && known.length > 0 ? known : ['']
  state.left -= before.length
  const values = before.map((old) => old + value)
  // A word with several expansions gives its variable all of them.
  const others = assigned.has(name!) && !isMore ? known : []
  state.left -= others.length
  if (state.left >= 0) state.variables.set(name!, [...others, ...values])
  assigned.add(name!)
  return true
}

/** `$1`, `$2` and `$@`. */
export function setOperands(operands: readonly string[], { variables }: ShellState): void {
  for (const [place, operand] of operands.entries()) variables.set(String(place + 1), [operand])
  for (const all of ['@', '*']) variables.set(all, operands)
}

/** The output that a program reads through `<(…)`, as in `xargs -a <(find x)` and `mapfile a < <(find x)`. */
export function printedFor(args: readonly string[], state: ShellState): readonly string[] | undefined {
  const [, inner] = /^(?:-a|--arg-file=)?<\((.*)\)$/s.exec(args.find((arg) => arg.includes('<(')) ?? '') ?? []
  if (inner === undefined) return undefined
  return substituted(inner, state).flatMap((text) => text.split(/\s+/))
}

export function changeState(step: ShellStep, state: ShellState): void {
  const { program, args, feeder, input } = step
  keepFiles(step, state)
  const go = (to: PathSegments) => {
    state.previous = state.cwd
    state.cwd = to
  }
  const operands = args.filter((arg) => !/^-[A-Za-z]*$/.test(arg))
  if (/^(?:cd|pushd|chdir|sl|set-location)$/.test(program)) {
    const to = args.includes('-') ? state.previous : segmentsOf(operands[0] ?? '~', state.cwd, state.place)
    go(operands.length === 0 && !args.includes('-') ? HOME : to)
  } else if (program === 'popd') go(state.previous)
  else if (/^(?:export|local|declare|typeset|readonly)$/.test(program)) for (const arg of args) assign(arg, state)
  else if (program === 'for' || program === 'select') {
    const name = args[0]?.replace(/\+$/, '') ?? ''
    const before = name === args[0] ? [] : (state.variables.get(name) ?? [])
    if (args[1] === 'in') state.variables.set(name, [...before, ...args.slice(2)])
  } else if (program === 'read' || program === 'mapfile' || program === 'readarray') {
    const values = printedFor(args, state) ?? (input === undefined ? pipedNames(feeder) : expanded(input.trim(), state))
    for (const name of operands) if (values.length > 0) state.variables.set(name, values)
  } else if (program === 'set') {
    const at = args.indexOf('--')
    if (at !== -1) setOperands(args.slice(at + 1), state)
  } else if (program === 'printf' && args[0] === '-v' && args[1] !== undefined)
    state.variables.set(args[1], [args.slice(3).join('') || args[2] || UNKNOWN])
}

/** Remembers what a step writes into files, to read it when a later step runs them, and where it moves folders. */
function keepFiles(step: ShellStep, state: ShellState): void {
  const { program, args, redirects } = step
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const written = redirects.filter(({ writes }) => writes).map(({ text }) => text)
  const into = /^(?:tee|sponge)$/.test(program) ? [...written, ...operands] : written
  const text = into.length === 0 ? undefined : printedText(step)
  if (text !== undefined)
    for (const file of into) {
      const key = keyOf(file, step, state)
      state.files.set(key, `${state.files.get(key) ?? ''}${text}\n`)
    }
  if (!/^(?:g?cp|g?mv|install)$/.test(program) || operands.length < 2) return
  const target = operands.at(-1)!
  const sources = operands.slice(0, -1)
  for (const source of sources) {
    const kept = fileText(source, step, state)
    if (kept !== undefined) state.files.set(keyOf(target, step, state), kept)
  }
  if (program.endsWith('mv')) state.aliases = [...state.aliases, ...movedTo(sources, target, step, state)]
}

/** A single folder may be renamed to the target; several, or one moved into an existing folder, keep their names. */
function movedTo(sources: readonly string[], target: string, { cwd }: ShellStep, { place, aliases }: ShellState) {
  const to = segmentsOf(target, cwd, place)
  const isInto =
    sources.length > 1 || /(?:^|\/)\.{0,2}$|\/$/.test(target) || isUnder(cwd, to) || /[*?[]/.test(sources[0]!)
  return sources.map((source) => {
    const from = segmentsOf(source, cwd, place)
    const known = aliases.findLast(({ at }) => isUnder(from, at))
    const is = known === undefined ? from : [...known.is, ...from.slice(known.at.length)]
    return { at: isInto ? [...to, from.at(-1)!] : to, is }
  })
}

function keyOf(file: string, { cwd }: Pick<ShellStep, 'cwd'>, { place }: ShellState): string {
  return segmentsOf(file, cwd, place).join('/')
}

/** The text that the command itself wrote into a file earlier. */
export function fileText(file: string, step: Pick<ShellStep, 'cwd'>, state: ShellState): string | undefined {
  return state.files.size === 0 || file === '' ? undefined : state.files.get(keyOf(file, step, state))
}

/** The same for a substitute of a file: `<(echo x)`, or `/dev/stdin` after a pipe. */
export function readText(arg: string, step: ShellStep, state: ShellState): string | undefined {
  const [, inner] = /^<\((.*)\)$/s.exec(arg) ?? []
  if (inner !== undefined) return substituted(inner, state).join('\n')
  if (/^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(arg)) return step.input ?? printedText(step.feeder)
  return fileText(arg, step, state)
}

/** Folders that a launcher or a program changes to by an option. */
export function folderOf(words: readonly CommandWord[], state: ShellState): PathSegments | undefined {
  const texts = words.map(({ text }) => text)
  return foldersIn(texts, state.cwd, state).at(-1)
}

const GOES_TO = /^(?:-C|-D|--directory|--chdir|--cwd|--prefix|--work-tree)$/

export function foldersIn(args: readonly string[], cwd: PathSegments, { place }: ShellState): PathSegments[] {
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
