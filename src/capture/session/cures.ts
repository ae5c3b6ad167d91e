import { editDistance } from '../../domain/user-error.ts'
import { checkIn } from '../../engine/shell/check-command.ts'
import { RUNNERS } from '../../engine/shell/command-kinds.ts'
import { languageOf } from '../../engine/shell/file-subject.ts'
import { shownCommand } from '../../engine/shell/shown-command.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import {
  brokenRules,
  type FailureKind,
  type FailureSignature,
  failureSignature,
  nameFits,
  sayFailure,
} from '../../engine/trust/describe-failure.ts'
import type { Hypothesis } from './hypotheses.ts'
import { inQuotes } from './lesson-followed.ts'
import type { Step, Tool } from './session.ts'
import { changesCode, changesGround, fixesFailure, prepares, readsOnly, toolsIn } from './steps.ts'

/** A command that failed, what was done then, and the command that passed. */
interface Pair {
  /** The steps before the failure. */
  readonly before: readonly Tool[]
  readonly failed: Tool
  readonly shown: string
  readonly signature: FailureSignature
  readonly between: readonly Tool[]
  readonly passed: Tool
}

/** These are fixed by a specific command; other failures may also go away because a file changed. */
const CURED_BY_ONE_ACTION: ReadonlySet<FailureKind> = new Set([
  'schema',
  'connection',
  'port',
  'lock',
  'version',
  'permission',
  'environment',
])

const MOST_COMPLAINT = 140

/** These are fixed in the code at hand, so the fix teaches nothing for later sessions. */
const OF_THE_DAY: ReadonlySet<FailureKind> = new Set(['assertion', 'types', 'form'])

/**
 * Commands that failed in a nameable way and passed later, with the one action in between that fixed them: a preparing command, or another form of the same command.
 *
 * If code changed in between, the failure belonged to that change and teaches nothing, unless the command in between is a known fix for it. An action that also ran before the failure was not the missing one.
 */
export function findCures(steps: readonly Step[]): Hypothesis[] {
  return pairsIn(toolsIn(steps)).flatMap((pair) => byVariant(pair) ?? byPreparing(pair) ?? [])
}

/** The lint rules that a session broke and then fixed in the code, without those it suppressed. A rule that recurs in another session is a habit worth a lesson. If we have no wording for what a rule requires, it is recorded as an observation for a person to review. */
export function findBrokenRules(steps: readonly Step[]): Hypothesis[] {
  const tools = toolsIn(steps)
  const checks = tools.flatMap((step, at) => {
    const check = step.ended === 'failed' || step.ended === 'passed' ? checkIn(step.command ?? '') : undefined
    return check === undefined ? [] : [{ step, at, check, broken: brokenRules(step.output ?? '') }]
  })
  const rules = new Set(checks.flatMap(({ broken }) => [...broken.keys()]))
  return [...rules].flatMap((rule) => {
    const { step, at, check, broken } = checks.find((one) => one.broken.has(rule))!
    const again = checks.find((one) => one.at > at && one.check.kind === check.kind && !one.broken.has(rule))
    const between = tools.slice(at + 1, again?.at)
    const hasRun = again?.step.ended === 'passed' || (again?.broken.size ?? 0) > 0
    const isCured = again !== undefined && hasRun && between.some(changesCode)
    const asks = askedBy(rule, broken.get(rule)!)
    const tags = [
      ...new Set(
        between.filter(changesCode).flatMap(({ files = [] }) => files.flatMap((file) => languageOf(file) ?? [])),
      ),
    ]
    if (!isCured || between.some(({ added = '' }) => SILENCES.test(added) && added.includes(rule))) return []
    return [
      {
        as: 'recurring-failure',
        lesson:
          asks === undefined
            ? `Run the linter before you finish: code here breaks its rule \`${rule}\`.`
            : `${asks}: the linter here enforces \`${rule}\`.`,
        whatHappened: `A linter found code that breaks ${rule}, and no longer did after the code was changed.`,
        facts: [step.event, again.step.event],
        command: step.command,
        tags,
        category: 'mistake',
        strength: asks === undefined ? 'observation' : 'causal',
      } as const,
    ]
  })
}

const SILENCES = /\bnolint\b|eslint-disable|biome-ignore|\bnoqa\b|pylint: ?disable|rubocop:disable|#!?\[allow\(/

/** The failures of a session that could be named and were fixed, newest last: the command, the failure in our words, and the text whose words a lesson about it may share. */
export function curedFailures(steps: readonly Step[]) {
  return pairsIn(toolsIn(steps)).flatMap(({ shown, signature: { kind, says: failure }, between, passed }) => {
    if (failure === undefined || OF_THE_DAY.has(kind) || isVariant(shown, shownOf(passed)!)) return []
    const named = [shown, failure, ...between.map((step) => shownOf(step) ?? '')].join(' ')
    return [{ command: shown, failure, named }]
  })
}

/** If more steps than this lie between failure and success, something else fixed it. */
const MOST_BETWEEN = 200

function pairsIn(tools: readonly Tool[]): Pair[] {
  return tools.flatMap((failed, at) => {
    const shown = shownOf(failed)
    if (failed.ended !== 'failed' || shown === undefined) return []
    const signature = failureSignature(failed.output ?? '') ?? unnamedFailure(failed.output ?? '')
    if (signature === undefined || (readsOnly(shown) && signature.kind !== 'script')) return []
    const rest = tools.slice(at + 1, at + 1 + MOST_BETWEEN)
    const next = rest.findIndex((step) => isAgain(step, shown))
    const passed = rest[next]
    if (passed?.ended !== 'passed') return []
    const before = tools.slice(Math.max(0, at - MOST_BEFORE), at)
    return [{ before, failed, shown, signature, between: rest.slice(0, next), passed }]
  })
}

/** How a lesson names a failure: in our own words, else by its exit code. */
function howItFails({ says }: FailureSignature, { exitCode }: Pick<Tool, 'exitCode'>): string {
  if (says !== undefined) return ` with ${inQuotes(says)}`
  return exitCode === undefined ? '' : ` (exit code ${exitCode})`
}

/** Recognises a line that complains, for a failure of no known kind. */
const COMPLAINS =
  /\b(?:errors?|failed|fatal|cannot|can['’]t|not found|missing|no such|no matching|does(?: not|n['’]t)|unable|could(?: not|n['’]t)|mismatch|declined|invalid)\b/i

function unnamedFailure(output: string): FailureSignature | undefined {
  const lines = output.split('\n').map(oneLine)
  const line = lines.find((text) => COMPLAINS.test(text) && text.length <= MOST_COMPLAINT)
  return line === undefined ? undefined : { kind: 'other', line, id: '', says: sayFailure(line, 'other') }
}

/** Only this many steps before a failure count as done before it. */
const MOST_BEFORE = 1_000

/** The command of a step as it is shown, worked out once for each. */
const SHOWN = new WeakMap<Tool, { readonly command: string | undefined }>()

function shownOf(step: Tool): string | undefined {
  const known = SHOWN.get(step) ?? { command: step.command === undefined ? undefined : shownCommand(step.command) }
  SHOWN.set(step, known)
  return known.command
}

const partsOf = (command: string) => command.split(/\s*&&\s*/)

/** Whether a step tries the same thing again, in the same words or in others. */
function isAgain(step: Tool, shown: string): boolean {
  const next = step.ended === 'denied' ? undefined : shownOf(step)
  if (next === undefined) return false
  return next === shown || partsOf(next).includes(shown) || (step.ended === 'passed' && isVariant(shown, next))
}

/** These may pass on a second try. */
const MAY_PASS_BY_ITSELF: ReadonlySet<FailureKind> = new Set(['connection', 'port', 'lock', 'memory'])

function byPreparing({ before, failed, shown, signature, between, passed }: Pair): Hypothesis | undefined {
  const again = shownOf(passed)!
  const parts = partsOf(again)
  const inline = parts.filter((part) => part !== shown && !part.startsWith('cd ') && !isVariant(shown, part))
  const isSame = inline.length < parts.length || again.startsWith(`${shown} -`)
  const passedBetween = between.filter(({ ended }) => ended === 'passed')
  const prepared = passedBetween.flatMap((step) => commandsOf(step, prepares))
  const isBySomethingElse =
    prepared.length === 0 &&
    !/^git\b/.test(shown) &&
    !OF_THE_DAY.has(signature.kind) &&
    !MAY_PASS_BY_ITSELF.has(signature.kind)
  const changes = (shown: string) => changesGround(shown) && checkIn(shown) === undefined
  const ran = isBySomethingElse ? passedBetween.flatMap((step) => commandsOf(step, changes)) : prepared
  const candidates = isSame
    ? [...ran, ...inline.filter(prepares).map((command) => ({ command, event: passed.event }))]
    : []
  const isCodeChanged = between.some((step) => step.kind === 'edit' && changesCode(step))
  const known = candidates.filter(({ command }) => fixesFailure(signature.kind, command))
  const isTold = !isCodeChanged || CURED_BY_ONE_ACTION.has(signature.kind)
  const [fix, ...others] = known.length > 0 ? known.slice(-1) : isCodeChanged ? [] : candidates
  if (fix === undefined || others.length > 0 || !isTold || (isCodeChanged && known.length !== 1)) return undefined
  if (before.some((step) => step.ended === 'passed' && partsOf(shownOf(step) ?? '').includes(fix.command)))
    return undefined
  return {
    as: 'error-fix',
    lesson: `Run \`${fix.command}\` before \`${shown}\`, which otherwise fails${howItFails(signature, failed)}.`,
    whatHappened: `${shown} failed, ${fix.command} was run, and then it passed.`,
    facts: [failed.event, fix.event, passed.event],
    command: fix.command,
    category: 'mistake',
    strength: 'causal',
  }
}

/** The shell command of a step, if `isWanted` accepts it. */
function commandsOf(step: Tool, isWanted: (shown: string) => boolean): { command: string; event: string }[] {
  const shown = step.kind === 'shell' ? shownOf(step) : undefined
  return shown !== undefined && isWanted(shown) ? [{ command: shown, event: step.event }] : []
}

function byVariant({ failed, shown, signature, between, passed }: Pair): Hypothesis | undefined {
  const instead = shownOf(passed)!
  if (!isVariant(shown, instead) || OF_THE_DAY.has(signature.kind)) return undefined
  if (between.some((step) => changesCode(step) || commandsOf(step, prepares).length > 0)) return undefined
  const [better, worse] = [instead, shown].map((command) => withoutTargets(command, [instead, shown]))
  return {
    as: 'error-fix',
    lesson: `Use \`${better}\`, not \`${worse}\`, which fails here${howItFails(signature, failed)}.`,
    whatHappened: `${shown} failed; ${instead} passed.`,
    facts: [failed.event, passed.event],
    command: instead,
    category: 'mistake',
    strength: 'causal',
  }
}

/** An argument that is specific to the occasion: the number of a ticket or pull request, a commit, a URL. */
const TARGET = /^(?:#?\d{2,}|[0-9a-f]{7,40}|[A-Z]{2,6}-\d+|https?:\S+)$/

function withoutTargets(command: string, both: readonly string[]): string {
  const words = command.split(' ')
  const isTarget = (word: string, at: number) =>
    at > 1 && TARGET.test(word) && !words[at - 1]!.startsWith('-') && both.every((one) => one.split(' ').includes(word))
  return words.filter((word, at) => !isTarget(word, at)).join(' ')
}

/** Words that say little about what a command does. */
const FILLERS = /^(?:run|exec|x|-m|--|sudo|env|npx|bunx|dlx)$/

/** Whether one command is a variant of the other: the same action by another runner, with another flag, or with something set before it. `pytest` and `uv run pytest`, `npm test` and `pnpm test`, `node a.js` and `NODE_OPTIONS=… node a.js`. A narrower run is not a variant of `npm test`: `npm test -- a.test.ts` may pass because it leaves out what fails. Neither is a command with other quoted words, which asks a different question. */
function isVariant(failed: string, passed: string): boolean {
  if (failed === passed || quotedWords(failed) !== quotedWords(passed)) return false
  const before = wordsOf(failed)
  const after = wordsOf(passed)
  const shared = before.filter((word) => after.includes(word))
  const action = before.findLast((word) => !word.startsWith('-') && !FILLERS.test(word))
  if (action === undefined || !shared.includes(action) || shared.length * 2 < before.length) return false
  if (checkIn(failed)?.kind !== checkIn(passed)?.kind) return false
  const added = after.filter((word) => !before.includes(word))
  const isNarrower =
    added.some((word) => /[\\/].*\.\w+$|\.(?:test|spec)\.|::/.test(word)) ||
    /\s(?:-t|-k|--grep|--filter|-run)\s/.test(passed)
  if (added.length === 0 || added.length > 4 || isNarrower || isTypingSlip(before, added)) return false
  return !/\|\|/.test(passed) && !added.some((word) => EVADES.test(word))
}

/** Options that make a command pass by checking less. */
const EVADES = /^--?(?:no-verify|force|ignore|skip|exclude|allow)/

/** Whether the only change corrects typing errors: `--cov-reprot`, then `--cov-report`. A changed number is not a typing error, and neither is `pnpm` for `npm`. */
const isTypingSlip = (before: readonly string[], added: readonly string[]) =>
  added.every((word) => before.some((other) => !RUNNERS.has(other) && isSpeltSimilarly(other, word)))

const MOST_LETTERS_OFF = 2
const digitsOf = (word: string) => word.replace(/\D/g, '')
const isSpeltSimilarly = (a: string, b: string) =>
  Math.min(a.length, b.length) > MOST_LETTERS_OFF &&
  digitsOf(a) === digitsOf(b) &&
  editDistance(a, b, MOST_LETTERS_OFF + 1) <= MOST_LETTERS_OFF

const quotedWords = (command: string) => (command.match(/'[^']*'|"[^"]*"/g) ?? []).join('\n')
const wordsOf = (command: string) => command.split(/\s+(?:&&\s+)?/).filter((word) => word !== '&&')

/** Advice for the lint rules that a project chooses to enforce, in our own words: a linter's output was written by others and is never shown. Rules that a fixer applies, or that anybody would follow, are left out. */
const ASKS = `
errcheck=Handle every returned error, and discard none with _ unless a nolint comment says why|wrapcheck=Wrap errors of other packages with fmt.Errorf and %w|nilerr=If an error is not nil, return it, or say in a nolint comment why nil is right|errorlint=Compare errors with errors.Is and errors.As, not with == or a type assertion|err113=Wrap errors declared in the package instead of calling errors.New in a function
goconst=Use the existing constant, or make one, for a string that occurs three times|exhaustive=Name every value of the enum in a switch over it, also beside a default|noctx=Call the variants that take a context, such as exec.CommandContext|contextcheck=Pass on the context that a function was given
thelper=Call t.Helper first in test helpers|paralleltest=Call t.Parallel in every test|ireturn=Return concrete types, or say in a nolint comment why it must be an interface
mnd=Give numbers in code a named constant|godot=End comments with a full stop|exhaustruct=Set every field in a struct literal|no-explicit-any=Give a type instead of any|no-console=Leave no console calls in the code|no-shadow shadow=Give inner variables other names than outer ones
no-floating-promises=Await every promise, or mark it with void|exhaustive-deps=List every value that a hook uses among its dependencies|no-param-reassign=Do not assign to parameters or to their properties|no-non-null-assertion=Check for null instead of asserting with !|B904=In an except block raise from the cause
S101=Use no assert outside of tests|PLR2004=Give numbers in comparisons a named constant|ANN001=Annotate every parameter|ANN201=Annotate every return type|D103=Give public functions a docstring|missing-function-docstring=Give functions a docstring|T201=Use the logger instead of print|broad-except BLE001=Catch specific exceptions
unwrap_used=Handle the error instead of calling unwrap|expect_used=Handle the error instead of calling expect|FrozenStringLiteralComment=Begin every file with the frozen_string_literal comment|dupl=Turn code that is nearly the same into one helper, or one table of cases in tests|unparam=Leave out parameters and results that always have the same value
gocyclo cyclop gocognit=Split functions with many branches|nestif=Return early instead of nesting conditions|recvcheck=Give all methods of a type the same kind of receiver|ifElseChain QF1003=Write a switch instead of an if-else chain
appendAssign=Assign the result of append to the slice that it extends|elseif=Write else if instead of an if within else|singleCaseSwitch=Write an if instead of a switch with one case|hugeParam=Pass large structs by pointer|rangeValCopy=Take large elements of a range by index
exitAfterDefer=Call neither os.Exit nor log.Fatal where a call is deferred|unused-parameter=Remove parameters that nothing uses, or name them _ where the signature is fixed|redefines-builtin-id=Do not reuse the name of a built-in such as new, len or max|exported=Begin the comment of an exported name with that name
indent-error-flow=Return in the error branch instead of adding an else|G304=Pass a path through filepath.Clean before you open it, or say in a nolint comment why it is safe|G306=Write files with mode 0600|G301=Create folders with mode 0750|G115=Check the range before converting an integer|SA1019=Use nothing that is marked as deprecated
ST1005=Begin error texts with a small letter and end them without a full stop|fieldalignment=Order the fields of a struct by size`

const BY_RULE = new Map(
  ASKS.split(/[|\n]/).flatMap((entry) => {
    const [rules, asks] = entry.split(/=(.*)/)
    return rules!.split(' ').map((rule) => [rule, asks] as const)
  }),
)

/** The name that a configured rule forbids, as quoted in its message: forbidigo, depguard, ESLint and Ruff. */
const FORBIDS =
  /(?:use of|import) [`']([\w./@-]{2,60})[`'](?: is)? (?:forbidden|not allowed)|'([\w./@-]{2,60})' import is restricted|[`']([\w./@-]{2,60})[`'] is banned/

/** The call that a linter suggests instead, by name. */
const REPLACES = /\b(\w+\.\w{2,40})\(\) could be replaced by (\w+\.\w{2,40})\(\)/

/** The advice that satisfies a rule; undefined if there is nothing concrete to say. `@typescript-eslint/no-explicit-any` is known by its last part. */
function askedBy(rule: string, line: string): string | undefined {
  const forbidden = FORBIDS.exec(line)?.slice(1).find(Boolean)
  if (forbidden !== undefined && nameFits(forbidden)) return `Do not use \`${forbidden}\``
  const [, old = '', better = ''] = REPLACES.exec(line) ?? []
  if (nameFits(old) && nameFits(better)) return `Call \`${better}\` instead of \`${old}\``
  return BY_RULE.get(rule) ?? BY_RULE.get(rule.split('/').at(-1)!)
}
