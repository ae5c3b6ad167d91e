import { own } from '../../domain/sets.ts'
import { checkIn, checkPassed } from '../../engine/shell/check-command.ts'
import { RUNNERS } from '../../engine/shell/command-kinds.ts'
import { simpleCommands } from '../../engine/shell/command-line.ts'
import { type Started, startedBy } from '../../engine/shell/started-programs.ts'
import { showsFailure } from '../../engine/trust/describe-failure.ts'
import type { Step, Tool } from './session.ts'
import { readsOnly } from './steps.ts'

/** A program that a session started, and the step that started it. */
export interface Ran extends Started {
  readonly step: Tool
}

/** The steps of a session and the programs that they started, parsed once for all lessons. */
export interface SessionActions {
  readonly steps: readonly Tool[]
  readonly ran: readonly Ran[]
}

export function actionsOf(steps: readonly Step[]): SessionActions {
  const tools = steps.filter((step): step is Tool => step.is === 'tool')
  const ran = tools.flatMap((step) => {
    const { kind, command } = step
    if (kind !== 'shell' || command === undefined) return []
    return startedIn(command).flatMap((one) => (readsOnly(one.text) ? [] : [{ ...one, step }]))
  })
  return { steps: tools, ran }
}

/** The programs that a command starts, except `cd`. */
export function startedIn(command: string): Started[] {
  return startedBy(simpleCommands(command)).filter(({ program }) => program !== 'cd')
}

/** Options that select the folder or package in which a program works, and take a value: still the same command. */
const PLACES: Readonly<Record<string, RegExp>> = {
  npm: /^(?:--prefix|-C|-w|--workspace)$/,
  pnpm: /^(?:-C|--dir|-F|--filter)$/,
  yarn: /^--cwd$/,
  bun: /^(?:--cwd|-F|--filter)$/,
  git: /^(?:-C|-c|--git-dir|--work-tree)$/,
  make: /^(?:-C|--directory|-j)$/,
  go: /^-C$/,
  cargo: /^(?:--manifest-path|-p|--package)$/,
}
/** Aliases of tasks and options, by program. */
const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: { t: 'test', tst: 'test', i: 'install', 'run-script': 'run', '-D': '--save-dev', '-g': '--global' },
  pnpm: { t: 'test', i: 'install', '-D': '--save-dev', '-g': '--global' },
  bun: { i: 'install', '-D': '--dev', '-d': '--dev' },
  git: { '-f': '--force', '-n': '--no-verify' },
  jest: { '-i': '--runInBand' },
  cargo: { t: 'test', b: 'build', c: 'check', r: 'run' },
}

interface Meant {
  readonly program: string
  readonly words: readonly string[]
  readonly options: ReadonlySet<string>
}

/** A command in the form in which lessons name it: `python3 -m pytest` is pytest, `npm --prefix api run test` is npm test, `git -C app push -f` is git push --force. */
function meantBy({ program = '', args }: Started): Meant {
  const texts = args.flatMap(({ text }) => (/^--[\w-]+=./.test(text) ? split(text) : [text]))
  if (/^(?:python[\d.]*|py)$/.test(program)) {
    const module = texts[0] === '-m' ? texts[1] : undefined
    return module === undefined ? meant('python', texts) : meant(module, texts.slice(2))
  }
  return meant(program, texts)
}

function split(text: string): string[] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

function meant(program: string, texts: readonly string[]): Meant {
  const [place, same] = [own(PLACES, program), own(SAME, program) ?? {}]
  const kept = texts.filter((text, at) => !place?.test(text) && !(at > 0 && place?.test(texts[at - 1]!)))
  const all = kept.filter((text) => text !== '--').map((text) => own(same, text) ?? text)
  const words = all.filter((text) => !text.startsWith('-'))
  const isScript = words[0] === 'run' && /^(?:npm|pnpm|yarn|bun)$/.test(program)
  return {
    program,
    words: isScript ? words.slice(1) : words,
    options: new Set(all.filter((text) => text.startsWith('-'))),
  }
}

/** Whether a program was started as a lesson names it: the same program and task, all further words in their order, and all options. */
export function runs(action: Started, named: string): boolean {
  const last = startedIn(named).at(-1)
  if (last?.program === undefined || action.program === undefined) return false
  const [wanted, had] = [meantBy(last), meantBy(action)]
  if (wanted.program !== had.program || (wanted.words.length > 0 && wanted.words[0] !== had.words[0])) return false
  let at = 0
  for (const word of had.words) if (word === wanted.words[at]) at += 1
  return at === wanted.words.length && [...wanted.options].every((option) => had.options.has(option))
}

/** The program and task of a command alone: `go test` for `go test ./internal/db -run TestA`, `npm lint` for `npm run lint -- --fix`. */
export function plainCommand(command: string): string | undefined {
  const last = startedIn(command).at(-1)
  if (last?.program === undefined) return undefined
  const { program, words } = meantBy(last)
  const tasks = last.args[0]?.text === 'run' && words[0] !== 'run' ? ['run', ...words] : words
  const isTask = (word = '') => /^[a-z][\w:-]*$/i.test(word)
  // A program that only checks has no tasks: `pytest tests`.
  const hasTasks = RUNNERS.has(program) || checkIn(program) === undefined
  if (!hasTasks || !isTask(tasks[0])) return program
  return [program, ...tasks.slice(0, tasks[0] === 'run' && isTask(tasks[1]) ? 2 : 1)].join(' ')
}

/** Programs that check code, by language. A `make` task is known by its name alone. */
const FAMILIES = [
  /^(?:npm|pnpm|yarn|bun|node|deno|vitest|jest|mocha|ava|tap|playwright|cypress|karma|tsc|vite|turbo|nx)$/,
  /^(?:pytest|tox|nox|unittest|python|uv|poetry|hatch|pdm)$/,
  /^(?:go|gotestsum)$/,
  /^(?:cargo|rustc)$/,
  /^(?:mvn|gradle|gradlew|javac)$/,
  /^(?:rspec|rake|rails|bundle)$/,
]
const BY_NAME = /^(?:make|just|task)$/

/** Whether two commands check the same thing in other words: `npm test` and `npx vitest run a.test.ts`. Any two linters count as the same, for they share rules. */
export function checksTheSame(one: string, other: string): boolean {
  const [a, b] = [checkIn(one)?.kind, checkIn(other)?.kind]
  if (a === undefined || a !== b) return false
  if (a === 'lint') return true
  const programs = [one, other].map((text) => meantBy(startedIn(text).at(-1)!).program)
  return (
    programs.some((program) => BY_NAME.test(program)) ||
    FAMILIES.some((family) => programs.every((program) => family.test(program)))
  )
}

/** Whether a step failed in the given way. A linter may print the rule and exit with 0; any other command must have failed. For a pipe such as `npm test | tail`, the output decides, not the exit code. */
export function failsAs(step: Tool, failure: string): boolean {
  const { command = '', ended, output = '' } = step
  const check = checkIn(command)
  const hasFailed = ended === 'failed' || (check !== undefined && checkPassed(step, check) === false)
  return showsFailure(output, failure, hasFailed)
}
