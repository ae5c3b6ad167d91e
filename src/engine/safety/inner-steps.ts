import type { CommandWord } from '../shell/command-line.ts'
import type { Inner } from '../shell/embedded-commands.ts'
import { foundAndRun, innerCommands, markOf, repeated } from '../shell/started-programs.ts'
import type { ShellState } from './expand-words.ts'
import { UNKNOWN } from './globs.ts'
import { segmentsOf } from './path-segments.ts'
import { foundNames, pipedNames } from './piped-names.ts'
import { type Alias, printedText, recipesIn } from './predicted-output.ts'
import { printedFor, readText } from './shell-state.ts'
import type { ShellStep } from './shell-steps.ts'

/** A command that a program starts, and where. */
export interface InnerStep {
  readonly command: Inner
  /** It runs in a container or on another machine. */
  readonly remote?: { aliases: Alias[]; folder?: string | undefined }
}

const MOST_FED = 20_000

export function startedBy(step: ShellStep, args: readonly CommandWord[], state: ShellState): InnerStep[] {
  const { program } = step
  const here = (command: Inner): InnerStep => ({ command })
  if (program === 'xargs' || program === 'parallel') return fedCommands(step, args, state).map(here)
  if (program === 'find' || program === 'fd') {
    const found = foundNames(step).map((text) => ({ text, literal: false }))
    return foundAndRun(args).map((words) => {
      const isMarked = program === 'find' || words.some(({ text }) => text.includes('{'))
      const put = words.flatMap((word) => (word.text.includes('{}') ? withNames(word, '{}', found) : [word]))
      return here(isMarked ? put : [...put, ...found])
    })
  }
  if (/^g?make$/.test(program)) {
    const text = step.input ?? step.args.flatMap((arg) => readText(arg, step, state) ?? [])[0]
    return [...innerCommands(program, args), ...(text === undefined ? [] : [recipesIn(text)])].map(here)
  }
  const remote = remoteCommand(program, step.args)
  const held = innerCommands(program, args).map(here)
  if (remote === undefined) return held
  const command = remote.map((text) => ({ text, literal: true }))
  if (program === 'ssh' && step.args.some((arg) => THIS_MACHINE.test(arg))) return [...held, here(command)]
  const folder = valueAfter(step.args, /^(?:-w|--workdir)$/)
  return [...held, { command, remote: { aliases: mountsOf(step, state), folder } }]
}

const THIS_MACHINE = /^(?:[^@\s]+@)?(?:localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|ip6-localhost)$/i

/** A word with each of the names in the place of the mark. */
function withNames(word: CommandWord, mark: string, names: readonly CommandWord[]): CommandWord[] {
  return names.map(({ text, literal }) => ({ text: word.text.replaceAll(mark, () => text), literal }))
}

/** `xargs` and `parallel`: their input becomes arguments of the program, or the whole command. */
function fedCommands(step: ShellStep, args: readonly CommandWord[], state: ShellState): Inner[] {
  const listed = step.args.findIndex((arg) => arg.startsWith(':::'))
  const names =
    listed === -1
      ? (printedFor(step.args, state) ??
        (step.input === undefined ? pipedNames(step.feeder) : step.input.trim().split(/\s+/)))
      : step.args.slice(listed).filter((arg) => !arg.startsWith(':::'))
  const words = repeated(step.program, args).slice(0, -1)
  if (words.length === 0 && step.program === 'parallel')
    return [listed === -1 ? (step.input ?? printedText(step.feeder) ?? '') : names.join('\n')]
  const fed = names.map((text) => ({ text, literal: !text.includes(UNKNOWN) }))
  const mark = markOf(args)
  const marked = words.filter(({ text }) => text.includes(mark))
  // If there are many names and many places for them, one command with each name once is enough.
  if (marked.length === 0 || marked.length * fed.length > MOST_FED) return [[...words, ...fed]]
  const put = (list: readonly CommandWord[]) =>
    words.flatMap((word) => (word.text.includes(mark) ? withNames(word, mark, list) : [word]))
  // A script that contains a name is a different script for each name.
  return marked.some(({ text }) => /\s/.test(text)) ? fed.map((name) => put([name])) : [put(fed)]
}

function valueAfter(args: readonly string[], option: RegExp): string | undefined {
  const at = args.findIndex((arg) => option.test(arg))
  return at === -1 ? undefined : args[at + 1]
}

const CONTAINERS = /^(?:docker|podman|nerdctl)$/

/** The folders of this machine that are mounted in a container, and their paths there. */
export function mountsOf({ program, args, cwd }: ShellStep, { place }: Pick<ShellState, 'place'>): Alias[] {
  if (!CONTAINERS.test(program)) return []
  return args.flatMap((arg, at) => {
    const [, attached] = /^--?(?:v|volume|mount)=(.*)$/.exec(arg) ?? []
    const value = attached ?? (/^(?:-v|--volume|--mount)$/.test(args[at - 1] ?? '') ? arg : undefined)
    if (value === undefined) return []
    const field = (names: string) => new RegExp(`(?:^|,)(?:${names})=([^,]*)`).exec(value)?.[1]
    const [from, to] = value.includes('=') ? [field('source|src'), field('target|destination|dst')] : value.split(':')
    if (from === undefined || to === undefined || !/^[~/.\uFFFC]/.test(from)) return []
    return [{ at: segmentsOf(to, ['/'], place), is: segmentsOf(from, cwd, place) }]
  })
}

const RUNS_REMOTELY = /^(?:docker|podman|nerdctl|kubectl|oc|docker-compose|ssh|lxc|vagrant|fly|flyctl|heroku)$/
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
