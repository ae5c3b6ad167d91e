import { idOf } from '../../domain/id.ts'
import { own } from '../../domain/sets.ts'
import { type CommandWord, type SimpleCommand, simpleCommands } from './command-line.ts'
import { heldCommands, type Inner, variableCommand } from './embedded-commands.ts'
import { HOLDERS, INNER_COMMANDS, launcherOf, SHELLS } from './program-launchers.ts'

/** A program that would be started; without a name if the text does not determine it. */
export interface Started {
  readonly program?: string
  readonly args: readonly CommandWord[]
  readonly text: string
  /** It is nested too deeply to be read. */
  readonly isUnread?: true
}

const DEEPEST = 100

/** The allowance for rereading nested scripts and commands, in characters and words: `eval eval …` is reread at each of its words. */
const MOST_READ_AGAIN = 100_000

/** How deeply a command is nested, and how much may still be reread for all of them. */
interface Level {
  readonly depth: number
  readonly room: { left: number }
}

function inward({ depth, room }: Level, size: number): Level {
  room.left -= size
  return { depth: depth + 1, room }
}

/** A word that is not known before the command runs. */
const OPEN_WORD: CommandWord = { text: '…', literal: false }

/** The programs that commands would start, without assignments, keywords, launchers and shells. A launcher with commands of its own (`git bisect run make`) is also included. */
export function startedBy(commands: readonly SimpleCommand[]): Started[] {
  return startedAt({ depth: 0, room: { left: MOST_READ_AGAIN } }, commands)
}

function startedAt(level: Level, commands: readonly SimpleCommand[]): Started[] {
  return commands.flatMap((command, at) => started(fed(command, commands[at - 1]), level))
}

function startedByScript(text: string, level: Level): Started[] {
  return startedAt(inward(level, text.length), simpleCommands(text))
}

/** In `echo git push | sh`, the text contains the input of `sh`. */
function fed(command: SimpleCommand, before: SimpleCommand | undefined): SimpleCommand {
  if (!command.piped || command.input !== undefined || before === undefined) return command
  const [first, ...args] = before.words
  if (first === undefined || !['echo', 'printf'].includes(programName(first.text))) return command
  if (args.some((word) => !word.literal || word.text.includes('%'))) return command
  return { ...command, input: textOf(afterOptions(args)) }
}

function started(command: SimpleCommand, level: Level): Started[] {
  if (command.isUnread || level.depth > DEEPEST || level.room.left < 0) return [{ args: [], text: '', isUnread: true }]
  const words = unwrapped(command.words)
  const [first] = words
  const set = command.words.slice(0, first?.text === 'export' ? undefined : command.words.length - words.length)
  const bySettings = set.flatMap((word) => {
    const text = commandInVariable(word)
    return text === undefined ? [] : startedByScript(text, level)
  })
  return first === undefined ? bySettings : [...bySettings, ...startedFrom(words, command, level)]
}

function startedFrom(words: readonly CommandWord[], command: SimpleCommand, level: Level): Started[] {
  const first = words[0]!
  // Some launchers take a whole command as one word: `watch "git push"`. Substitutions are excluded, because they would expand to themselves forever.
  const isInside = level.depth > 0 || command.words.length > 1
  if (isInside && words.length === 1 && /^[^$`].*\s/s.test(first.text)) return startedByScript(first.text, level)
  const args = words.slice(1)
  const found = () => ({ args, text: textOf(words) })
  const program = programIn(first)
  if (program === undefined) return [found()]
  const script = scriptOf(program, args, command)
  if (script === UNREADABLE) return [found()]
  if (script !== undefined) return startedByScript(script, level)
  const inner = (next: Inner) =>
    typeof next === 'string'
      ? startedByScript(next, level)
      : started({ ...command, words: next }, inward(level, next.length))
  if (program === 'xargs' || program === 'parallel') return inner(repeated(program, args))
  return [{ program, ...found() }, ...innerCommands(program, args).flatMap(inner)]
}

/** The words from the first program that is not a launcher. Each word is read once, however many launchers there are in a row. */
export function unwrapped(words: readonly CommandWord[]): readonly CommandWord[] {
  let at = 0
  for (;;) {
    while (at < words.length && isAssignment(words[at]!)) at += 1
    const next = launchedAt(words, at)
    if (next === undefined) return words.slice(at)
    at = next
  }
}

/** The name of a program, even after an unknown folder: `$HOME/bin/git` and `$(command -v git)` are git. */
export function programIn({ text, literal }: CommandWord): string | undefined {
  if (literal) return programName(text)
  const [, looked] = /^(?:\$\(|`)\s*(?:which|command -v|type -[pP])\s+([\w./+-]+)\s*[)`]$/.exec(text) ?? []
  const [, behind] = /\/([\w.+-]+)$/.exec(text) ?? []
  const name = looked ?? behind
  return name === undefined ? undefined : programName(name)
}

/** Whether a word has a folder, with either separator. A cheap test first, because a hook runs each regular expression for the first time. */
export function hasFolder(text: string): boolean {
  return text.includes('/') || text.includes('\\')
}

/** Programs with the same arguments as another one. */
const SAME_AS = new Map(Object.entries({ bfs: 'find', gfind: 'find', fdfind: 'fd', gxargs: 'xargs', grm: 'rm' }))

export function programName(text: string): string {
  const name = hasFolder(text) ? text.replace(/^.*[\\/]/, '') : text
  const id = idOf(name.includes('.') ? name.replace(/\.(exe|cmd|bat|ps1)$/i, '') : name)
  return SAME_AS.get(id) ?? id
}

export const UNREADABLE = Symbol('a script that is not in the text')
type Script = string | typeof UNREADABLE | undefined

/** The script that a program would run, if any: `bash -c TEXT`, `eval TEXT`, `env -S TEXT`, or the input of a bare shell. */
export function scriptOf(program: string, args: readonly CommandWord[], command: SimpleCommand): Script {
  if (program === 'eval') return textOf(args)
  if (program === 'trap') return afterOptions(args)[0]?.text
  if (program === 'alias') return args.map(({ text }) => text.replace(/^[^=]*=?/, '')).join('\n')
  if (program === 'env') return splitString(args)
  return SHELLS.test(program) ? shellScript(args, command) : undefined
}

/** `env -S "git push"`, `env -iS'git push'` and `env --split-string=git push`; the words after it belong to it. */
function splitString(args: readonly CommandWord[]): string | undefined {
  const at = splitAt(args, 0, pastOptions(args, 0, launcherOf('env')!.valued))
  if (at === -1) return undefined
  const attached = args[at]!.text.replace(/^(-[a-zA-Z0]*?S|--split-string)=?/, '')
  return `${attached} ${textOf(args.slice(at + 1))}`
}

/** The index of the option with which env splits a text; -1: none. */
function splitAt(words: readonly CommandWord[], from: number, until: number): number {
  for (let at = from; at < until; at++) if (/^(-[a-zA-Z0]*S|--split-string)/.test(words[at]!.text)) return at
  return -1
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

/** The index of the program that a launcher at `at` starts; undefined if there is none. */
function launchedAt(words: readonly CommandWord[], at: number): number | undefined {
  const program = words[at] && programIn(words[at])
  if (program === undefined) return undefined
  const from = at + 1
  if (program === 'function' || program === 'coproc') return bodyAt(words, from)
  const launcher = launcherOf(program)
  if (launcher === undefined || program === 'xargs' || program === 'parallel') return undefined
  const next = pastOptions(words, from, launcher.valued)
  if (program === 'env' && splitAt(words, from, next) !== -1) return undefined
  // `flock FILE -c "git push"`: options may also follow the launcher's own words.
  return launcher.words === 0 ? next : pastOptions(words, next + launcher.words)
}

/** `function push { git push; }`, `coproc NAME { … }`: only a name may precede the body. */
function bodyAt(words: readonly CommandWord[], from: number): number {
  const body = words.slice(from, from + 3).findIndex(({ text }) => text === '{')
  return from + body + 1
}

/** `echo push | xargs git`: the input becomes arguments of the program, at the end or in place of a mark. */
export function repeated(program: string, args: readonly CommandWord[]): readonly CommandWord[] {
  const words = afterOptions(args, launcherOf(program)!.valued)
  const mark = markOf(args)
  const own = words.slice(
    0,
    firstOf(words, ({ text }) => /^:::/.test(text)),
  )
  const opened = own.map((word) => (word.text.includes(mark) ? { ...word, literal: false } : word))
  return [...opened, OPEN_WORD]
}

/** The text that `xargs -I` and `parallel` replace with their input. */
export function markOf(args: readonly CommandWord[]): string {
  const at = args.findIndex(({ text }) => /^-I|^--replace/.test(text))
  const [, attached] = /^(?:-I|--replace=)(.+)$/.exec(args[at]?.text ?? '') ?? []
  return attached ?? (args[at]?.text === '-I' ? args[at + 1]?.text : undefined) ?? '{}'
}

/** The commands that a program starts in addition: `find -exec`, `git submodule foreach`, `npm exec`. */
export function innerCommands(program: string, args: readonly CommandWord[]): Inner[] {
  if (program === 'find' || program === 'fd') return foundAndRun(args)
  const ends = (own(INNER_COMMANDS, program)?.split(',') ?? []).flatMap((name) => {
    const end = endOfName(name.split(' '), args)
    return end === 0 ? [] : [end]
  })
  const held = HOLDERS.test(program) || (program === 'git' && args.some(holds)) ? heldCommands(program, args) : []
  if (ends.length === 0) return held
  return [...held, afterOptions(args.slice(Math.min(...ends)))]
}

/** Whether a word of Git may contain a command, or announce one in another word. */
function holds({ text }: CommandWord): boolean {
  return /^(?:-[cxuO]|config$|ext::|--(?:exec|ext|config|upload|receive|open|.*-(?:filter|cmd)))/.test(text)
}

/** The command in a variable that is set before a program, or exported: `GIT_EDITOR="code --wait" git commit`. */
export function commandInVariable({ text }: CommandWord): string | undefined {
  return SETTING.test(text) ? variableCommand(text) : undefined
}

const SETTING =
  /^\w*(?:EDITOR|PAGER|BROWSER|ASKPASS|VISUAL|FCEDIT|SSH|SSH_COMMAND|DIFF|PROXY_COMMAND|VALUE_\d+|RSH|PROG|OPEN|CLOSE|PROMPT_COMMAND|PS4|SHELL|OPTIONS)=/i

/** The number of words up to the end of a name, with others between its parts; 0 if it does not occur. */
function endOfName(parts: readonly string[], args: readonly CommandWord[]): number {
  let end = 0
  for (const part of parts) {
    const at = args.findIndex(({ text }, index) => index >= end && text === part)
    if (at === -1) return 0
    end = at + 1
  }
  return end
}

/** The commands that `find … -exec PROGRAM … ;` starts; a nested one belongs to the outer one. */
export function foundAndRun(args: readonly CommandWord[]): CommandWord[][] {
  const found: CommandWord[][] = []
  for (let at = 0; at < args.length; at++) {
    if (!/^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(args[at]!.text)) continue
    const from = at + 1
    while (at + 1 < args.length && !/^[;+]$/.test(args[at + 1]!.text)) at += 1
    found.push(args.slice(from, at + 1))
  }
  return found
}

/** The words from the first one on that is neither an option nor the value of one. */
function afterOptions(args: readonly CommandWord[], valued?: readonly string[]): readonly CommandWord[] {
  return args.slice(pastOptions(args, 0, valued))
}

export function pastOptions(words: readonly CommandWord[], from: number, valued: readonly string[] = []): number {
  let at = from
  while (at < words.length && (words[at]!.text.startsWith('-') || isAssignment(words[at]!))) {
    if (words[at]!.text === '--') return at + 1
    at += valued.includes(words[at]!.text) ? 2 : 1
  }
  return Math.min(at, words.length)
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

/** Whether a command restores files to their state before the agent's changes. */
export function putsBack(command: string): boolean {
  return startedBy(simpleCommands(command)).some(({ program, args }) => {
    const words = args.map(({ text }) => text)
    if (program !== 'git') return false
    if (words[0] === 'restore') return !words.includes('--staged')
    if (words[0] !== 'checkout') return words[0] === 'revert' || (words[0] === 'reset' && words.includes('--hard'))
    const files = words.slice(1).filter((word) => !word.startsWith('-') && word !== 'HEAD')
    const isOfFiles = ['--', 'HEAD', '.'].some((word) => words.includes(word))
    // A file has an ending; a branch has none.
    return files.length > 0 && (isOfFiles || files.every((word) => /\.\w+$/.test(word)))
  })
}
