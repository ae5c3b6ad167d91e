import { own } from '../domain/own.ts'
import { type CommandWord, type SimpleCommand, simpleCommands } from './command-line.ts'
import { INNER_COMMANDS, KEYWORDS, LAUNCHERS, SHELLS } from './program-launchers.ts'
import { idOf } from './run-outcome.ts'

/** A program that would be started; without a name where the text leaves it open. */
export interface Started {
  readonly program?: string
  readonly args: readonly CommandWord[]
  readonly text: string
}

const DEEPEST = 100

/** A word that is not known before the command runs. */
const OPEN_WORD: CommandWord = { text: '…', literal: false }

/**
 * The programs that commands would start, whatever stands before them: assignments, keywords, launchers and shells are peeled off until a program
 * of its own is left. A launcher with commands of its own (`git bisect run make`) is one of them too.
 */
export function startedBy(commands: readonly SimpleCommand[], depth = 0): Started[] {
  return commands.flatMap((command, at) => started(fed(command, commands[at - 1]), depth))
}

/** What `echo git push | sh` reads stands in the text. */
function fed(command: SimpleCommand, before: SimpleCommand | undefined): SimpleCommand {
  if (!command.piped || command.input !== undefined || before === undefined) return command
  const [first, ...args] = before.words
  if (first === undefined || !['echo', 'printf'].includes(programName(first.text))) return command
  if (args.some((word) => !word.literal || word.text.includes('%'))) return command
  return { ...command, input: textOf(afterOptions(args)) }
}

function started(command: SimpleCommand, depth: number): Started[] {
  const words = command.words.slice(firstOf(command.words, (word) => !isAssignment(word)))
  const [first] = words
  if (first === undefined) return []
  const args = words.slice(1)
  // Told only where something is found: what launches a launcher many times over would be joined at every level.
  const found = () => ({ args, text: textOf(words) })
  const program = programIn(first)
  if (program === undefined || depth > DEEPEST) return [found()]
  const inner = (next: readonly CommandWord[]) => startedInside({ ...command, words: next }, depth + 1)
  const script = scriptOf(program, args, command)
  if (script === UNREADABLE) return [found()]
  if (script !== undefined) return startedBy(simpleCommands(script), depth + 1)
  const launched = launchedBy(program, args)
  if (launched !== undefined) return inner(launched)
  return [{ program, ...found() }, ...innerCommands(program, args).flatMap(inner)]
}

/** Some launchers take a whole command as one word: `watch "git push"`. */
function startedInside(command: SimpleCommand, depth: number): Started[] {
  const [first] = command.words
  const isScript = command.words.length === 1 && /\s/.test(first!.text)
  return isScript ? startedBy(simpleCommands(first!.text), depth) : started(command, depth)
}

/** Its own name, also behind a folder that is not known: `$HOME/bin/git` and `$(command -v git)` are git. */
function programIn({ text, literal }: CommandWord): string | undefined {
  if (literal) return programName(text)
  const [, looked] = /^(?:\$\(|`)\s*(?:which|command -v|type -[pP])\s+([\w./+-]+)\s*[)`]$/.exec(text) ?? []
  const [, behind] = /\/([\w.+-]+)$/.exec(text) ?? []
  const name = looked ?? behind
  return name === undefined ? undefined : programName(name)
}

function programName(text: string): string {
  const name = text.replace(/^.*[\\/]/, '')
  return idOf(name.includes('.') ? name.replace(/\.(exe|cmd|bat|ps1)$/i, '') : name)
}

const UNREADABLE = Symbol('a script that is not in the text')
type Script = string | typeof UNREADABLE | undefined

/** The script that a program would run, if it runs one: `bash -c TEXT`, `eval TEXT`, `env -S TEXT`, or what a bare shell reads. */
function scriptOf(program: string, args: readonly CommandWord[], command: SimpleCommand): Script {
  if (program === 'eval') return textOf(args)
  if (program === 'trap') return afterOptions(args)[0]?.text
  if (program === 'alias') return args.map(({ text }) => text.replace(/^[^=]*=?/, '')).join('\n')
  if (program === 'env') return splitString(args)
  return SHELLS.includes(program) ? shellScript(args, command) : undefined
}

/** `env -S "git push"`, `env -iS'git push'` and `env --split-string=git push`; the words after it belong to it. */
function splitString(args: readonly CommandWord[]): string | undefined {
  const options = args.slice(0, args.length - afterOptions(args, LAUNCHERS.env!.valued).length)
  const at = options.findIndex(({ text }) => /^(-[a-zA-Z0]*S|--split-string)/.test(text))
  if (at === -1) return undefined
  const attached = args[at]!.text.replace(/^(-[a-zA-Z0]*?S|--split-string)=?/, '')
  return `${attached} ${textOf(args.slice(at + 1))}`
}

function shellScript(args: readonly CommandWord[], { input, piped }: SimpleCommand): Script {
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c$|^--?command(=|$)/i.test(text))
  if (at !== -1) {
    const [, attached] = /^--command=(.*)$/s.exec(args[at]!.text) ?? []
    const word = args.slice(at + 1).find(({ text }) => !text.startsWith('-'))
    if (attached !== undefined || word === undefined) return attached
    return word.literal || /\s/.test(word.text) ? word.text : UNREADABLE
  }
  if (args.some((word) => !word.text.startsWith('-'))) return undefined
  return input ?? (piped ? UNREADABLE : undefined)
}

/** The words of the program that a launcher starts; undefined where the program is none. */
function launchedBy(program: string, args: readonly CommandWord[]): readonly CommandWord[] | undefined {
  if (program === 'function' || program === 'coproc') {
    const body = args.findIndex(({ text }) => text === '{')
    return body === -1 ? args : args.slice(body + 1)
  }
  if (program === 'xargs' || program === 'parallel') return repeated(program, args)
  const launcher = KEYWORDS.includes(program) ? {} : own(LAUNCHERS, program)
  return launcher && afterOptions(args, launcher.valued).slice(launcher.words ?? 0)
}

/** `echo push | xargs git`: what it reads becomes words of the program, at the end or in the place of a mark. */
function repeated(program: string, args: readonly CommandWord[]): readonly CommandWord[] {
  const words = afterOptions(args, LAUNCHERS[program]!.valued)
  const options = args.slice(0, args.length - words.length)
  const mark = options[options.findIndex(({ text }) => text === '-I') + 1]?.text ?? '{}'
  const own = words.slice(
    0,
    firstOf(words, ({ text }) => /^:::/.test(text)),
  )
  const opened = own.map((word) =>
    word.text.includes('{}') || word.text.includes(mark) ? { ...word, literal: false } : word,
  )
  return [...opened, OPEN_WORD]
}

/** What a program of its own starts besides: `find -exec`, `git submodule foreach`, `npm exec`. */
function innerCommands(program: string, args: readonly CommandWord[]): (readonly CommandWord[])[] {
  if (program === 'find') return foundAndRun(args)
  const ends = (own(INNER_COMMANDS, program) ?? []).flatMap((name) => {
    const end = endOfName(name.split(' '), args)
    return end === 0 ? [] : [end]
  })
  if (ends.length === 0) return []
  const first = Math.min(...ends)
  const isOption = args[first - 1]!.text.startsWith('-')
  return [isOption ? args.slice(first, first + 1) : afterOptions(args.slice(first))]
}

/** How many words lead up to the end of a name, with others between its parts; 0 where it is not there. */
function endOfName(parts: readonly string[], args: readonly CommandWord[]): number {
  let end = 0
  for (const part of parts) {
    const at = args.findIndex(({ text }, index) => index >= end && text === part)
    if (at === -1) return 0
    end = at + 1
  }
  return end
}

/** What `find … -exec PROGRAM … ;` starts; one inside of another belongs to it. */
function foundAndRun(args: readonly CommandWord[]): CommandWord[][] {
  const found: CommandWord[][] = []
  for (let at = 0; at < args.length; at++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[at]!.text)) continue
    const from = at + 1
    while (at + 1 < args.length && !/^[;+]$/.test(args[at + 1]!.text)) at += 1
    found.push(args.slice(from, at + 1))
  }
  return found
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

export function isAssignment({ text }: CommandWord): boolean {
  return text.includes('=') && /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/.test(text)
}

function textOf(words: readonly CommandWord[]): string {
  return words.map((word) => word.text).join(' ')
}

function firstOf<T>(items: readonly T[], fits: (item: T) => boolean): number {
  const at = items.findIndex(fits)
  return at === -1 ? items.length : at
}
