import type { StepResult } from '../../domain/values/session.ts'
import { readTestOutput } from '../trust/shown-output.ts'
import { type SimpleCommand, simpleCommands } from './command-line.ts'
import { kindsOf } from './command-subject.ts'
import { type Started, startedBy } from './started-programs.ts'

/** What a command finds out about the work: whether it builds, whether it behaves, whether it is in good form. */
export type CheckKind = 'test' | 'build' | 'lint'

export interface Check {
  readonly kind: CheckKind
  /** The part of the text that checks, without what stands around it. */
  readonly command: string
  /** Its exit code is not that of the whole line: `npm test | tail`, `npm test; date`. */
  readonly isMasked: boolean
}

/** A task that is named tells more than the program: `make lint` builds nothing. */
const BY_TASK: readonly CheckKind[] = ['test', 'lint', 'build']
const BY_PROGRAM: readonly CheckKind[] = ['test', 'build', 'lint']
const TAG: Readonly<Record<CheckKind, string>> = { test: 'tests', build: 'compile', lint: 'linter' }

/** The check that a shell text runs; of several the most telling: tests, then builds, then linters. Undefined: it checks nothing. */
export function checkIn(text: string): Check | undefined {
  const commands = simpleCommands(text)
  const found = [...startedBy(commands), ...commands.flatMap(ownTests)].flatMap((started) => {
    const kind = kindOf(started)
    return kind === undefined ? [] : [{ kind, started }]
  })
  const best = BY_PROGRAM.flatMap((kind) => found.filter((item) => item.kind === kind))[0]
  if (best === undefined) return undefined
  return { kind: best.kind, command: best.started.text, isMasked: isMasked(text, best.started) }
}

/** `node --test`: elsewhere node only starts the program that counts. */
function ownTests({ words }: SimpleCommand): Started[] {
  const [first, ...args] = words
  if (first?.text !== 'node' || args.every(({ text }) => text !== '--test')) return []
  return [{ program: 'node', args, text: words.map(({ text }) => text).join(' ') }]
}

/** Words by which a program that checks is asked for something else. */
const OTHERWISE =
  /^(?:--version|--help|-h|--stop|--list|--init|init|clean|--dry-run|--collect-only|--co|--list-?tests|--no-run|--just-print|--recon)$/i

function kindOf(started: Started): CheckKind | undefined {
  if (started.args.some(({ text }) => OTHERWISE.test(text))) return undefined
  if (started.program === 'make' && started.args.some(({ text }) => text === '-n')) return undefined
  const { byTask, byProgram } = kindsOf(started)
  const has = (kinds: typeof byTask, kind: CheckKind) => kinds.some(({ tags }) => tags.includes(TAG[kind]))
  if (started.program === 'node') return 'test'
  const task = BY_TASK.find((kind) => has(byTask, kind))
  if (task !== undefined || hasOwnTarget(started)) return task
  return BY_PROGRAM.find((kind) => has(byProgram, kind))
}

/** `make client` does what its target says, whatever that is. */
function hasOwnTarget({ program, args }: Started): boolean {
  return program === 'make' && args.some(({ text }) => /^[a-z][\w-]*$/i.test(text) && text !== 'all')
}

/** What gives a word another meaning, or a line another end. */
const TURNED = /(?:^|[;&|\n]\s*)(?:alias|trap|function)\s|\(\)\s*\{/

/** Whether something other than the check decides the exit code: what comes after it, a `!` before it, or what was made of its name. What is quoted is taken for a part of the check. */
function isMasked(text: string, { text: check }: Started): boolean {
  const whole = text.indexOf(check)
  const start = Math.max(0, whole === -1 ? text.indexOf(check.split(' ')[0]!) : whole)
  const rest = text.slice(start).replace(/'[^']*'|"[^"]*"/g, '""')
  if (/\|\||[;\n]\s*\S|(?<![>&])&(?![>&])/.test(rest)) return true
  if (/(?:^|[\s;&|(])!\s+$/.test(text.slice(0, start)) || TURNED.test(text)) return true
  return /(?<!\|)\|(?!\|)/.test(rest) && !/\bpipefail\b/.test(text)
}

/** How a command ended, as far as its client told. */
export interface Ending {
  readonly ended: StepResult
  readonly output?: string | undefined
}

const SAYS_FAILED =
  /^\W{0,20}(?:FAIL(?:ED|URE)?\b|BUILD FAIL|npm (?:ERR!|error)|Traceback \(most|panic:|error(?:\[\w+\])?:)|\berror TS\d+:|test result: FAILED|\bnot ok \d|✗|✘/im
const SAYS_PASSED =
  /\bBUILD SUCCESS|test result: ok\b|^ok\s+\S+|\b(?:compiled|built|build (?:succeeded|completed|finished)) (?:successfully|in \d)|\bBuild succeeded\b|^# fail 0$/im

/**
 * Whether a check passed; undefined where nobody can tell.
 *
 * The exit code tells, unless something else on the line decides it; then only what was printed does. `npm test | tail` that exits
 * with 0 and prints `2 failed` has failed, and one that prints nothing telling has not been observed.
 */
export function checkPassed({ ended, output = '' }: Ending, { isMasked }: Check): boolean | undefined {
  if (ended === 'failed') return false
  if (ended === 'passed' && !isMasked) return true
  return ended === 'passed' || ended === 'unknown' ? printedResult(output) : undefined
}

function printedResult(output: string): boolean | undefined {
  const { passed = 0, failed = 0 } = readTestOutput(output)
  if (failed > 0 || SAYS_FAILED.test(output)) return false
  return passed > 0 || SAYS_PASSED.test(output) ? true : undefined
}
