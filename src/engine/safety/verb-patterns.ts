import { globsMeet } from './globs.ts'

/** A command line: a program, then words of it in this order, with options between. `a|b` is either, `*` fits within a word, `**` any words, a word that begins with `-` must be among the options, one that begins with `!` must not. */
export interface VerbPattern {
  readonly programs: readonly string[]
  readonly words: readonly string[]
  readonly options: readonly string[]
  readonly without: readonly string[]
}

export function verbPattern(text: string): VerbPattern {
  const [programs = '', ...others] = text.split(' ')
  return {
    programs: programs.split('|'),
    words: others.filter((word) => !/^[-!]/.test(word)),
    options: others.filter((word) => word.startsWith('-')),
    without: others.filter((word) => word.startsWith('!')).map((word) => word.slice(1)),
  }
}

export function fitsVerbs(pattern: VerbPattern, program: string, args: readonly string[]): boolean {
  const { programs, words, options, without } = pattern
  if (!programs.some((name) => globsMeet(program, name))) return false
  if (!options.every((option) => args.some((arg, at) => isOption(arg, option, args[at + 1])))) return false
  if (without.some((option) => args.some((arg) => isOption(arg, option)))) return false
  return fitsWords(words, args)
}

/** Accepts an option among others behind one dash (`-fd`), with a value (`--force=true`), or with its value as the next word (`--replicas 0`). */
function isOption(arg: string, wanted: string, next?: string): boolean {
  return wanted.split('|').some((option) => {
    if (option.startsWith('/')) return arg.toLowerCase() === option
    if (arg === option || arg.startsWith(`${option}=`)) return true
    if (next !== undefined && `${arg}=${next}` === option) return true
    return /^-[a-zA-Z]$/.test(option) && /^-[a-zA-Z]+$/.test(arg) && arg.includes(option[1]!)
  })
}

/** An unknown option takes the next word, or none; the first word that is neither begins the command's own words. */
function fitsWords(words: readonly string[], args: readonly string[]): boolean {
  let next = 0
  let mayBeValue = false
  for (const arg of args) {
    if (next === words.length) return true
    if (arg === '--') mayBeValue = false
    else if (/^-./.test(arg)) mayBeValue = !arg.includes('=')
    else if (words[next] === '**') next += isWord(arg, words[next + 1]!) ? 2 : 0
    else if (isWord(arg, words[next]!)) next += 1
    else if (!mayBeValue) return false
    else mayBeValue = false
  }
  return next === words.length
}

function isWord(arg: string, wanted: string): boolean {
  return wanted.split('|').some((word) => globsMeet(arg, word) && !/^\uFFFC+$/.test(arg))
}

/** Whether a program only shows its help or version. After an option or a bare `--`, the word may be a value or an operand; then the step counts as run. */
export function asksForHelp(args: readonly string[]): boolean {
  const [last = '', before = ''] = args.toReversed()
  if (args.length === 1 && last === '--version') return true
  return last === '--help' && !before.startsWith('-') && !args.includes('--')
}

/** npm and similar programs ignore unknown options, so only their own count. */
const IS_LOOSE = /^(?:npm|pnpm|yarn|bun)$/
const DRY_RUN = /^--?dry-?run(?:=(?!none$|false$|no$|0$).*)?$/i
const ONLY_SHOWS =
  /^--?(?:no-?deploy|no-execute(?:-changeset)?|build-only|validate-only|preview-only|what-?if|noop|simulate)$/i
/** Options of scripts that people write themselves. */
const SCRIPT_SHOWS = /^--(?:check|plan|preview)$/i
const RUNS_SCRIPT = /^(?:run|run-script|(?:ba|z|da|k)?sh|python[\d.]*|node|ruby|pwsh|tsx|bun|deno)$/

/** Whether a program only shows what it would do. A word after an option for free text is that text, and one after a bare `--` is for a script. */
export function isDryRun(program: string, args: readonly string[]): boolean {
  const isScript = RUNS_SCRIPT.test(program) || args.some((arg) => RUNS_SCRIPT.test(arg))
  const own = isScript || !args.includes('--') ? args : args.slice(0, args.indexOf('--'))
  if (/^g?make$/.test(program) && own.some((arg) => /^-\w*n|^DRY_?RUN=(?:1|true|yes)$/i.test(arg))) return true
  return own.some((arg, at) => {
    if (/^--?(?:description|message|m|title|notes?|reason|comment|body)$/.test(own[at - 1] ?? '')) return false
    if (DRY_RUN.test(arg) || (isScript && SCRIPT_SHOWS.test(arg))) return true
    return ONLY_SHOWS.test(arg) && (isScript || !IS_LOOSE.test(program))
  })
}
