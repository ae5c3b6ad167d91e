import type { StepResult } from '../../domain/values/session.ts'
import { readTestOutput, withoutPassedTests } from '../text/shown-output.ts'
import { simpleCommands } from './command-line.ts'
import { kindsOf } from './command-subject.ts'
import type { Started } from './started-programs.ts'
import { programsIn, runsTests } from './test-commands.ts'

/** The kind of a check: whether the work builds, whether it behaves, whether its form is good. */
export type CheckKind = 'test' | 'build' | 'lint'

export interface Check {
  readonly kind: CheckKind
  /** The part of the text that runs the check. */
  readonly command: string
  /** Something else decides the exit code of the whole line: `npm test | tail`, `npm test; date`. */
  readonly isMasked: boolean
}

const BY_WEIGHT: readonly CheckKind[] = ['test', 'build', 'lint']
const TAG = { build: 'compile', lint: 'linter' } as const

/** The check that a shell text runs; of several the most informative: tests, then builds, then linters. Undefined: it checks nothing. */
export function checkIn(text: string): Check | undefined {
  const found = programsIn(simpleCommands(text)).flatMap((started) => {
    const kind = kindOf(started)
    return kind === undefined ? [] : [{ kind, started }]
  })
  const best = BY_WEIGHT.flatMap((kind) => found.filter((item) => item.kind === kind))[0]
  if (best === undefined) return undefined
  return { kind: best.kind, command: best.started.text, isMasked: isMasked(text, best.started) }
}

/** Options that make a check program do something other than check. */
const OTHERWISE =
  /^(?:--version|--help|-h|--stop|--list|--init|init|clean|--dry-run|--collect-only|--co|--list-?tests|--no-run|--just-print|--recon)$/i

/** A named task takes precedence over the program: `make lint` builds nothing. */
function kindOf(started: Started): CheckKind | undefined {
  if (runsTests(started)) return 'test'
  if (started.args.some(({ text }) => OTHERWISE.test(text))) return undefined
  if (started.program === 'make' && started.args.some(({ text }) => text === '-n')) return undefined
  const { byTask, byProgram } = kindsOf(started)
  const has = (kinds: typeof byTask, kind: keyof typeof TAG) => kinds.some(({ tags }) => tags.includes(TAG[kind]))
  const task = (['lint', 'build'] as const).find((kind) => has(byTask, kind))
  if (task !== undefined || hasOwnTarget(started)) return task
  return (['build', 'lint'] as const).find((kind) => has(byProgram, kind))
}

/** `make client` builds its own target, which may do anything. */
function hasOwnTarget({ program, args }: Started): boolean {
  return program === 'make' && args.some(({ text }) => /^[a-z][\w-]*$/i.test(text) && text !== 'all')
}

/** Shell constructs that redefine a word or the exit of a line: alias, trap, function. */
const TURNED = /(?:^|[;&|\n]\s*)(?:alias|trap|function)\s|\(\)\s*\{/

/** Whether something other than the check decides the exit code: a command after it, a `!` before it, or a redefinition of its name. Quoted text counts as part of the check. */
function isMasked(text: string, { text: check }: Started): boolean {
  const whole = text.indexOf(check)
  const start = Math.max(0, whole === -1 ? text.indexOf(check.split(' ')[0]!) : whole)
  const rest = text.slice(start).replace(/'[^']*'|"[^"]*"/g, '""')
  if (/\|\||[;\n]\s*\S|(?<![>&])&(?![>&])/.test(rest)) return true
  if (/(?:^|[\s;&|(])!\s+$/.test(text.slice(0, start)) || TURNED.test(text)) return true
  return /(?<!\|)\|(?!\|)/.test(rest) && !/\bpipefail\b/.test(text)
}

/** How a command ended, as far as its client reported it. */
export interface Ending {
  readonly ended: StepResult
  readonly output?: string | undefined
}

/** Output of a runner whose run failed, whatever its counts. */
const SAYS_FAILED =
  /^\W{0,20}(?:FAIL(?:ED|URES?)?\b(?!:?[^\S\n]+\d)|BUILD FAIL|TEST FAILED|npm (?:ERR!|error)|ELIFECYCLE|not ok \d|--- FAIL|error(?:\[\w+\])?:)|\bBUILD FAIL|\berror TS\d+:|test result: FAILED|^g?make(?:\[\d+\])?: \*\*\*|\bTest Run Failed|evaluation failed :\(|^nox > Session \S+ failed|\bSome tests failed|^Result: FAIL/m
/** Output about an error, which may have been expected. */
const SPEAKS_OF_FAILURE =
  /^\W{0,20}(?:fail(?:ed|ure)?\b(?!:?[^\S\n]+\d)|Traceback \(most|panic:|\w*error(?:\[\w+\])?:)|✗|✘|✖/im
const SAYS_PASSED =
  /\bBUILD SUCCESS|test result: ok\b|^ok\s+\S+|\b(?:compiled|built|build (?:succeeded|completed|finished)) (?:successfully|in \d)|\bBuild succeeded\b|^OK(?:$| \(|,)|^PASS$|^DONE \d+ tests? in|\bAll (?:\d+ )?(?:tests|specs) (?:passed|successful)|TEST SUCCEEDED|Test Run Successful|congratulations :\)|^nox > Session \S+ was successful|^Result: PASS|\b100% tests passed|\bExecuted \d+ of \d+ SUCCESS|Successfully ran targets? /im

/**
 * Whether a check passed; undefined if that is not known.
 *
 * The exit code decides, unless something else on the line determines it; then only the output counts. `npm test | tail` that exits
 * with 0 and prints `2 failed` has failed; if its output shows no result, the check was not observed.
 */
export function checkPassed({ ended, output = '' }: Ending, { isMasked }: Check): boolean | undefined {
  if (ended === 'failed') return false
  if (ended === 'passed' && !isMasked) return true
  return ended === 'passed' || ended === 'unknown' ? printedResult(output) : undefined
}

/** Counts outrank words: a test that passed may print an error. */
function printedResult(output: string): boolean | undefined {
  const { passed = 0, failed = 0 } = readTestOutput(output)
  const telling = withoutPassedTests(output)
  if (failed > 0 || SAYS_FAILED.test(telling)) return false
  if (passed > 0) return true
  if (SPEAKS_OF_FAILURE.test(telling)) return false
  return SAYS_PASSED.test(output) ? true : undefined
}
